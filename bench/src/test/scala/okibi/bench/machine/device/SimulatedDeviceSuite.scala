package okibi.bench.machine.device

import java.nio.file.Files

import okibi.bench.fixture.TempFolder
import okibi.bench.runner.{RunScope, UsageException}

import munit.FunSuite

class SimulatedDeviceSuite extends FunSuite with TempFolder {

  folder.test("a device is mounted with its limits and nothing of it stays; without the privilege the reason is said") {
    folder =>
      SimulatedDevice.missing match {
        case Some(reason) =>
          assert(reason.startsWith("needs "), reason)
          assertEquals(Place.simulated(Some("hdd"), 1, folder), Nil)
          assertEquals(Place.notes(Some("hdd")), Seq(s"--simulate-device hdd is skipped: it $reason"))
        case None =>
          val scope = new RunScope(folder)
          val mounted =
            try {
              val mounted = SimulatedDevice.mount(scope, "slow", 64L << 20, DeviceLimits.hdd)
              assert(Device.id(mounted) != Device.id(folder), mounted)
              assertEquals(Device.of(mounted).fileSystem, "ext4")
              Files.write(mounted.resolve("file"), Array[Byte](1))
              val inside =
                new ProcessBuilder((SimulatedDevice.launcher ++ Seq("cat", "/proc/self/cgroup")).toArray: _*).start()
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

  test("a device that there is not is refused with those there are") {
    assertEquals(
      intercept[UsageException](DeviceLimits.named("tape")).getMessage,
      "--simulate-device tape: no such device. Allowed: hdd."
    )
  }
}
