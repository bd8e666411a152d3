package okibi.core.machine

import java.nio.file.{Files, Paths}

import munit.FunSuite

class BlockDeviceSuite extends FunSuite {
  test("numbers of a device as the C library has them") {
    assertEquals(BlockDevice.numbers(0xfe00), (254L, 0L))
    assertEquals(BlockDevice.numbers(0x10301), (259L, 1L))
    assertEquals(BlockDevice.numbers(0x10082cL), (8L, 300L))
  }

  test("a directory is on a device that the kernel counts for, or on none") {
    assume(Files.isDirectory(Paths.get("/sys/dev/block")), "Linux alone has it")
    assertEquals(BlockDevice.of(Paths.get("/proc")), None)
    assertEquals(BlockDevice.of(Paths.get("/no/such")), None)
    BlockDevice.of(Paths.get("").toAbsolutePath).foreach(device => assert(DiskStats.read().contains(device), device))
  }
}
