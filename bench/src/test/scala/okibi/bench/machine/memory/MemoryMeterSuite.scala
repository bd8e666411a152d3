package okibi.bench.machine.memory

import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.{Files, Paths, StandardOpenOption}

import okibi.bench.fixture.TempFolder
import okibi.bench.machine.device.Device

import munit.FunSuite

class MemoryMeterSuite extends FunSuite with TempFolder {
  private val bytes = 64 << 20

  test("nothing is measured unless it is wanted") {
    assertEquals(MemoryMeter.during(wanted = false)(1), (1, Map.empty[String, Double]))
  }

  folder.test("memory of its own and written bytes are those of the work, as the kernel counts them") { folder =>
    assume(Files.isReadable(Paths.get("/proc/self/io")), "the system has no /proc/self/io")
    assume(!Device.of(folder).isMemory, "the folder is in memory")
    def anonymous(work: => Unit): Double = MemoryMeter.during(wanted = true)(work)._2(MemoryMeter.anonymousBytes)
    val before = anonymous(())
    val buffer = ByteBuffer.allocateDirect(bytes)
    val after = anonymous(for (at <- 0 until bytes by 4096) buffer.put(at, 1.toByte))
    // The collector may give pages back meanwhile.
    assert(after - before > bytes * 0.8, s"$before, then $after")
    val (_, metrics) = MemoryMeter.during(wanted = true) {
      val channel =
        FileChannel.open(folder.resolve("file"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)
      try {
        buffer.rewind()
        while (buffer.hasRemaining) channel.write(buffer)
        channel.force(true)
      } finally channel.close()
    }
    val written = metrics(MemoryMeter.writtenBytes)
    assert(written >= bytes && written < bytes * 1.5, metrics)
    assert(metrics(MemoryMeter.readBytes) < bytes, metrics)
  }
}
