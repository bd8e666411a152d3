package okibi.bench.machine.probe

import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.{Files, Path, StandardOpenOption}
import java.util.concurrent.{Callable, Executors}

import okibi.core.machine.CopySpeed

/** Measures copying memory, and reading files that are in the page cache: the least cost of a block that never meets a
  * device.
  */
object MemoryProbe {
  // Larger than the caches of today's processors, except those of the biggest servers.
  private val copyBytes = 64 << 20
  private val fileBytes = 256L << 20
  private val blockBytes = 1 << 20

  // Keeps the sum of a loop: the compiler may drop a loop whose result is not used.
  @volatile private var sum = 0L

  /** Copying on one thread, and on one thread for each core. */
  def copies(timer: RepeatTimer): Seq[CopySpeed] =
    Seq(1, Runtime.getRuntime.availableProcessors).distinct.map(threads => CopySpeed(threads, copy(timer, threads)))

  /** MB/s of memory that these threads copy together, each a part. */
  def copy(timer: RepeatTimer, threads: Int): Double = {
    val pool = Executors.newFixedThreadPool(threads)
    try {
      val each = copyBytes / threads
      val arrays = (1 to threads).map(_ => (new Array[Byte](each), new Array[Byte](each)))
      val tasks = new java.util.ArrayList[Callable[Unit]]
      arrays.foreach { case (from, to) => tasks.add(() => System.arraycopy(from, 0, to, 0, each)) }
      timer.perSecond(each.toLong * threads / 1e6) { pool.invokeAll(tasks); () }
    } finally pool.shutdownNow()
  }

  /** MB/s of a file in the page cache, through a memory map and with read().
    *
    * @param folder for the file, which is deleted afterwards
    */
  def pageCache(timer: RepeatTimer, folder: Path): (Double, Double) = {
    val file = Files.createTempFile(folder, "okibi-cached-", ".data")
    try {
      val channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)
      try {
        val buffer = ByteBuffer.allocateDirect(blockBytes)
        for (_ <- 0L until fileBytes / blockBytes) { buffer.clear(); channel.write(buffer) }
        val megabytes = fileBytes / 1e6
        (timer.perSecond(megabytes) { sum = readMapped(channel) }, timer.perSecond(megabytes)(readAll(channel, buffer)))
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
