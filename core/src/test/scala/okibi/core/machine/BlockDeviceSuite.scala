package okibi.core.machine

import java.nio.file.{Files, Paths}

import munit.FunSuite

class BlockDeviceSuite extends FunSuite {
  test("device numbers are decoded like by the C library") {
    assertEquals(BlockDevice.numbers(0xfe00), (254L, 0L))
    assertEquals(BlockDevice.numbers(0x10301), (259L, 1L))
    assertEquals(BlockDevice.numbers(0x10082cL), (8L, 300L))
  }

  test("a directory is on a device that has counters, or on no device") {
    assume(Files.isDirectory(Paths.get("/sys/dev/block")), "only Linux has /sys/dev/block")
    assertEquals(BlockDevice.of(Paths.get("/proc")), None)
    assertEquals(BlockDevice.of(Paths.get("/no/such")), None)
    BlockDevice.of(Paths.get("").toAbsolutePath).foreach(device => assert(DiskStats.read().contains(device), device))
  }
}
