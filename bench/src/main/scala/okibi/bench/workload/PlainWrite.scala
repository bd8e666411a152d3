package okibi.bench.workload

import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.{Files, Path, StandardOpenOption}
import java.util.concurrent.{Callable, Executors}

/** A write to a directory without any engine.
  *
  * @param cachedSeconds until every write had returned, with most bytes perhaps in the page cache
  * @param syncedSeconds until all bytes were on the device
  */
final case class PlainWrite(bytes: Long, cachedSeconds: Double, syncedSeconds: Double)

object PlainWrite {
  // The size of serializers' writes. Larger writes are no faster, and Linux looks for larger pages to hold them: in a
  // virtual machine these pages may have been given back to the host, and 500 MB then took 1.3 s instead of 0.15 s.
  private val bufferBytes = 64 << 10

  /** Writes one file for each thread through the page cache, in blocks of 64 KiB that repeat the same content. The
    * files are deleted afterwards.
    *
    * @param sync    whether to wait for the device too; without it, `syncedSeconds` is NaN
    * @param content to write, at most 64 KiB of it
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
      val cachedSeconds = (System.nanoTime - start) / 1e9
      if (sync) all(n => force(files(n)))
      val syncedSeconds = if (sync) (System.nanoTime - start) / 1e9 else Double.NaN
      PlainWrite(bytesEach * threads, cachedSeconds, syncedSeconds)
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
