package okibi.bench.machine.device

import java.nio.file.Files

import okibi.bench.fixture.TempFolder
import okibi.bench.runner.{RunScope, UsageException}

import munit.FunSuite
import org.junit.experimental.categories.Category

@Category(Array(classOf[Process]))
class SimulatedDeviceSuite extends FunSuite with TempFolder {

  folder.test(
    "a device is mounted with its limits and leaves nothing behind; without the privilege there is a reason"
  ) { folder =>
    SimulatedDevice.missing match {
      case Some(reason) =>
        assert(reason.startsWith("needs "), reason)
        assertEquals(WritePlace.simulated(Some("hdd"), 1, folder), Nil)
        assertEquals(WritePlace.notes(Some("hdd")), Seq(s"--simulate-device hdd is skipped: it $reason"))
      case None =>
        val scope = new RunScope(folder)
        val mounted =
          try {
            val mounted = SimulatedDevice.mount(scope, "slow", 64L << 20, DeviceLimits.hdd)
            assert(Device.id(mounted) != Device.id(folder), mounted)
            assertEquals(Device.of(mounted).fileSystem, "ext4")
            Files.write(mounted.resolve("file"), Array[Byte](1))
            val inside =
              new ProcessBuilder((SimulatedDevice.commandPrefix ++ Seq("cat", "/proc/self/cgroup")).toArray: _*).start()
            val groups = new String(inside.getInputStream.readAllBytes())
            assert(groups.contains(s"okibi-${ProcessHandle.current.pid}"), groups)
            mounted
          } finally scope.close()
        assert(!Files.exists(mounted), mounted)
        assertEquals(folder.toFile.list().toSeq, Nil)
        val mounts = Files.readString(java.nio.file.Paths.get("/proc/self/mounts"))
        assert(!mounts.contains("/slow "), mounts)
    }
  }

  test("an unknown device is refused with the known ones") {
    assertEquals(
      intercept[UsageException](DeviceLimits.named("tape")).getMessage,
      "--simulate-device tape: no such device. Allowed: hdd, ssd."
    )
  }
}
