package okibi.bench.machine.probe

import okibi.bench.fixture.TempFolder
import okibi.core.machine._

import munit.FunSuite

class MachineProfileJsonSuite extends FunSuite with TempFolder {
  private val device = DeviceSpeed(
    "/d",
    "/dev/x",
    "/",
    "ext4",
    1L << 40,
    "own",
    Seq(AccessSpeed("random-read-direct", 1.5, 366)),
    Seq("a note")
  )
  private val profile = MachineProfile(
    "2026-01-02T03:04:05Z",
    quick = true,
    2,
    24L << 30,
    "17",
    MemorySpeed(Seq(CopySpeed(1, 9000), CopySpeed(2, 11000)), 5000, 6000),
    Seq(device),
    Seq(CodecSpeed("lz4", "text", 400, 2000, 0.5)),
    Seq(SerializerSpeed("kryo", "strings", 70, 69)),
    Seq(SortSpeed("longs", 12.5))
  )

  folder.test("a profile is read back unchanged") { folder =>
    val file = folder.resolve("sub/machine.json")
    MachineProfileJson.write(file, profile)
    assertEquals(MachineProfileJson.read(file), Some(profile))
    assertEquals(profile.serializer("kryo", "strings").map(_.writeMbPerSecond), Some(70.0))
    assertEquals(device.iops("random-read-direct"), Some(366.0))
  }

  folder.test("a file that is missing, damaged or of another version is no profile") { folder =>
    assertEquals(MachineProfileJson.read(folder.resolve("none")), None)
    assertEquals(MachineProfileJson.read(write(folder.resolve("a"), "{")), None)
    assertEquals(MachineProfileJson.read(write(folder.resolve("b"), "{\"version\": 1}")), None)
    val other = MachineProfileJson.json(profile)
    other("version") = 99
    assertEquals(MachineProfileJson.read(write(folder.resolve("c"), ujson.write(other))), None)
  }

  test("the tables name everything that was measured") {
    val tables = ProbeTables(profile)
    Seq("copy, 2 cores", "ext4", "a note", "lz4", "kryo", "longs", "366").foreach(text =>
      assert(tables.contains(text), tables)
    )
  }
}
