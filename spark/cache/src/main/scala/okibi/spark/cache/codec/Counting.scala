package okibi.spark.cache.codec

import java.io.{FilterInputStream, FilterOutputStream, InputStream, OutputStream}

/** Counts the bytes, and the time that the underlying stream takes for them. */
private[cache] final class CountingOutput(out: OutputStream) extends FilterOutputStream(out) {
  var bytes = 0L
  var ns = 0L

  override def write(b: Int): Unit = {
    out.write(b)
    bytes += 1
  }

  override def write(b: Array[Byte], off: Int, len: Int): Unit = {
    val startNs = System.nanoTime()
    out.write(b, off, len)
    ns += System.nanoTime() - startNs
    bytes += len
  }
}

/** Counts the bytes, and the time that the underlying stream takes for them. */
private[cache] final class CountingInput(in: InputStream) extends FilterInputStream(in) {
  var bytes = 0L
  var ns = 0L

  override def read(): Int = {
    val b = in.read()
    if (b >= 0) bytes += 1
    b
  }

  override def read(b: Array[Byte], off: Int, len: Int): Int = {
    val startNs = System.nanoTime()
    val n = in.read(b, off, len)
    ns += System.nanoTime() - startNs
    if (n > 0) bytes += n
    n
  }
}
