package okibi.bench.machine.device

import java.nio.file.Files

import scala.concurrent.duration._

import okibi.bench.fixture.TempFolder

import munit.FunSuite
import org.junit.experimental.categories.Category

@Category(Array(classOf[Process]))
class DeviceSuite extends FunSuite with TempFolder {
  // Generous: a busy machine is slow, but not wrong.
  override val munitTimeout: Duration = 5.minutes

  folder.test("a folder and its folders are on the same device, below its mount point") { folder =>
    val device = Device.of(folder)
    assertEquals(Device.of(Files.createDirectory(folder.resolve("sub"))).id, device.id)
    assert(folder.toRealPath().startsWith(device.mountPoint), device)
    assertEquals(Device.id(device.mountPoint), device.id)
    assert(device.freeBytes > 0 && device.name.nonEmpty && device.fileSystem.nonEmpty, device)
  }

  test("the numbers of a device are those of the C library") {
    assertEquals(SimulatedDevice.number(0x0700L), "7:0")
    assertEquals(SimulatedDevice.number(0xfe00L), "254:0")
    assertEquals(SimulatedDevice.number((259L << 8) | 0x21 | (0x3L << 20)), "259:801")
  }

  folder.test("every access pattern is measured or has a note with the reason, and the file is deleted") { folder =>
    val speed = DeviceMeter.directory(folder, quick = true, FileChannelMeter)
    assertEquals(speed.tool, "own")
    AccessPattern.all
      .filterNot(_.direct)
      .foreach(pattern => assert(speed.mbPerSecond(pattern.name).exists(_ > 0), (pattern.name, speed)))
    AccessPattern.all.filter(_.direct).foreach { pattern =>
      assert(speed.iops(pattern.name).exists(_ > 0) || speed.notes.exists(_.contains("direct")), (pattern.name, speed))
    }
    assertEquals(folder.toFile.list().toSeq, Nil)
  }

  test("fio gets the same work and its result is read") {
    val write = FioMeter.arguments(java.nio.file.Paths.get("/a:b/f"), 1 << 20, AccessPattern.sequentialWrite, 1.5)
    assert(
      write.containsSlice(
        Seq(
          "--filename=/a\\:b/f",
          "--size=1048576",
          "--rw=write",
          "--bs=1048576",
          "--ioengine=psync",
          "--direct=1",
          "--runtime=2"
        )
      ),
      write
    )
    assert(write.contains("--end_fsync=1") && !write.contains("--time_based"), write)
    val read =
      FioMeter.arguments(java.nio.file.Paths.get("/f"), 1 << 20, AccessPattern.randomRead.copy(direct = false), 1)
    assert(
      read.contains("--rw=randread") && read.contains("--pre_read=1") && read.contains("--time_based") && !read
        .contains("--end_fsync=1"),
      read
    )
    val json = """note: a warning
      |{ "fio version": "fio-3.33", "jobs": [ {
      |  "read": { "bw_bytes": 2000000, "iops": 488.5 }, "write": { "bw_bytes": 0, "iops": 0.0 } } ] }""".stripMargin
    val speed = FioMeter.speed(AccessPattern.randomRead, json)
    assertEquals((speed.pattern, speed.mbPerSecond, speed.iops), ("random-read-direct", 2.0, 488.5))
    intercept[IllegalStateException](FioMeter.speed(AccessPattern.randomRead, "fio: cannot"))
  }
}
