package okibi.bench.workload

import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.{Files, Path, StandardOpenOption}
import java.util.concurrent.{Callable, Executors}

/** What a directory takes without any engine.
  *
  * @param cachedSeconds until every write had returned, most of it perhaps in the page cache
  * @param syncedSeconds until all was on the device
  */
final case class PlainWrite(bytes: Long, cachedSeconds: Double, syncedSeconds: Double)

object PlainWrite {
  // As large as what serializers write at a time. Larger ones are no faster, and Linux looks for larger pages to hold them: in a
  // virtual machine these may have been given back to the host, and 500 MB then took 1.3 s instead of 0.15.
  private val bufferBytes = 64 << 10

  /** Writes through the page cache, in blocks of 64 KiB, a file of so many bytes a thread, each over and over the same content.
    * The files are deleted again.
    *
    * @param sync    whether to wait for the device too; without, `syncedSeconds` is NaN
    * @param content what to write, at most 64 KiB of it
    */
  def run(directory: Path, threads: Int, bytesEach: Long, content: Array[Byte], sync: Boolean): PlainWrite = {
    val folder = Files.createTempDirectory(directory, "plain-")
    val pool = Executors.newFixedThreadPool(threads)
    val files = (0 until threads).map(n => folder.resolve(n.toString))
    try {
      val buffers = files.map(_ => buffer(content))
      def all(work: Int => Unit): Unit =
        files.indices.map(n => pool.submit((() => work(n)): Callable[Unit])).foreach(_.get())
      val start = System.nanoTime
      all(n => write(files(n), buffers(n), bytesEach))
      val cached = (System.nanoTime - start) / 1e9
      if (sync) all(n => force(files(n)))
      val synced = if (sync) (System.nanoTime - start) / 1e9 else Double.NaN
      PlainWrite(bytesEach * threads, cached, synced)
    } finally {
      pool.shutdownNow()
      files.foreach(file => Files.deleteIfExists(file))
      Files.delete(folder)
    }
  }

  private def buffer(content: Array[Byte]): ByteBuffer = {
    require(content.nonEmpty, "nothing to write")
    val buffer = ByteBuffer.allocateDirect(bufferBytes)
    while (buffer.hasRemaining) buffer.put(content, 0, math.min(content.length, buffer.remaining))
    buffer
  }

  private def write(file: Path, buffer: ByteBuffer, bytes: Long): Unit =
    open(file) { channel =>
      var left = bytes
      while (left > 0) {
        buffer.clear().limit(math.min(left, bufferBytes.toLong).toInt)
        while (buffer.hasRemaining) left -= channel.write(buffer)
      }
    }

  private def force(file: Path): Unit = open(file)(_.force(false))

  private def open(file: Path)(work: FileChannel => Unit): Unit = {
    val channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
    try work(channel)
    finally channel.close()
  }
}
