package okibi.bench.machine.device

import java.nio.file.{Files, Path, Paths}

import okibi.bench.fixture.TempFolder
import okibi.bench.runner.UsageException

import munit.FunSuite

class DeviceDirectoriesSuite extends FunSuite with TempFolder {
  private def refusal(directories: Path*)(bytes: Long): String =
    intercept[UsageException](DeviceDirectories.orWork(directories, directories.head, bytes)).getMessage

  folder.test("a directory that cannot be written to is refused with the reason") { folder =>
    assertEquals(
      refusal(folder.resolve("none"))(1),
      s"--dir $folder/none: no such directory. Create it, or give another."
    )
    assertEquals(
      refusal(write(folder.resolve("file"), "x"))(1),
      s"--dir $folder/file: not a directory. Give a directory that can be written."
    )
    val readOnly = java.nio.file.Paths.get("/proc")
    assert(refusal(readOnly)(1).startsWith("--dir /proc: not writable"), refusal(readOnly)(1))
  }

  folder.test("a directory that is too small is refused with the needed and the free space") { folder =>
    val message = refusal(folder)(1L << 60)
    assert(message.matches(s"(?s)--dir \\Q$folder\\E: too small: needs 1152921504607 MB, has [0-9]+ MB .*"), message)
  }

  folder.test("two directories on one device are refused, and one is accepted") { folder =>
    val (a, b) = (Files.createDirectory(folder.resolve("a")), Files.createDirectory(folder.resolve("b")))
    assert(refusal(a, b)(1).startsWith(s"--dir $b: on the same device as $a"), refusal(a, b)(1))
    assertEquals(DeviceDirectories.orWork(Seq(a), folder, 1).map(_.directory), Seq(a))
    assertEquals(folder.toFile.list().sorted.toSeq, Seq("a", "b"))
  }

  folder.test("the work folder need not exist, and is the first default") { folder =>
    val work = folder.resolve("not/yet")
    val devices = DeviceDirectories.orDefaults(Nil, work, 1)
    assertEquals(devices.head.directory, work)
    assertEquals(devices.map(_.id).distinct.size, devices.size)
  }

  test("a default that is left out for lack of space has a note with the needed and the free space") {
    val note = DeviceDirectories.note(Nil, Long.MaxValue)
    assertEquals(note.isDefined, Files.isWritable(Paths.get("/dev/shm")))
    note.foreach(text => assert(text.startsWith("/dev/shm is left out: it needs 9223372036855 MB and has "), text))
    assertEquals(DeviceDirectories.note(Nil, 1), None)
    assertEquals(DeviceDirectories.note(Seq(Paths.get("/tmp")), Long.MaxValue), None)
  }
}
