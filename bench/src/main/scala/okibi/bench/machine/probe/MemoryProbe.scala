package okibi.bench.machine.probe

import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.{Files, Path, StandardOpenOption}
import java.util.concurrent.{Callable, Executors}

import okibi.core.machine.CopySpeed

/** Copying memory, and reading files that are in the page cache: what a block costs at least that never meets a device. */
object MemoryProbe {
  // Larger than the caches of any processor of today but the biggest servers'.
  private val copyBytes = 64 << 20
  private val fileBytes = 256L << 20
  private val blockBytes = 1 << 20

  // Where a sum goes that nobody asks for: a loop whose result is thrown away may not be run at all.
  @volatile private var sum = 0L

  /** Copying on one thread, and on as many as there are cores. */
  def copies(timed: Timed): Seq[CopySpeed] =
    Seq(1, Runtime.getRuntime.availableProcessors).distinct.map(threads => CopySpeed(threads, copy(timed, threads)))

  /** MB/s of memory that each of so many threads copies a part of. */
  def copy(timed: Timed, threads: Int): Double = {
    val pool = Executors.newFixedThreadPool(threads)
    try {
      val each = copyBytes / threads
      val arrays = (1 to threads).map(_ => (new Array[Byte](each), new Array[Byte](each)))
      val tasks = new java.util.ArrayList[Callable[Unit]]
      arrays.foreach { case (from, to) => tasks.add(() => System.arraycopy(from, 0, to, 0, each)) }
      timed.perSecond(each.toLong * threads / 1e6) { pool.invokeAll(tasks); () }
    } finally pool.shutdownNow()
  }

  /** MB/s of a file in the page cache, through a memory map and with read().
    *
    * @param folder for the file, which is deleted again
    */
  def pageCache(timed: Timed, folder: Path): (Double, Double) = {
    val file = Files.createTempFile(folder, "okibi-cached-", ".data")
    try {
      val channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)
      try {
        val buffer = ByteBuffer.allocateDirect(blockBytes)
        for (_ <- 0L until fileBytes / blockBytes) { buffer.clear(); channel.write(buffer) }
        val megabytes = fileBytes / 1e6
        (timed.perSecond(megabytes) { sum = readMapped(channel) }, timed.perSecond(megabytes)(readAll(channel, buffer)))
      } finally channel.close()
    } finally Files.delete(file)
  }

  /** Maps the file and reads every byte of it, eight at a time. */
  private def readMapped(channel: FileChannel): Long = {
    val map = channel.map(FileChannel.MapMode.READ_ONLY, 0, fileBytes).asLongBuffer()
    var sum = 0L
    var i = 0
    while (i < map.limit()) {
      sum += map.get(i)
      i += 1
    }
    sum
  }

  private def readAll(channel: FileChannel, buffer: ByteBuffer): Unit = {
    channel.position(0)
    buffer.clear()
    while (channel.read(buffer) >= 0) buffer.clear()
  }
}
