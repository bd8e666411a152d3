package okibi.explain.log

import java.io.{FilterInputStream, IOException, InputStream}

import org.xerial.snappy.SnappyError

/** Counts the bytes that were read. */
private[log] final class CountingStream(in: InputStream) extends FilterInputStream(in) {
  var count = 0L

  override def read(): Int = {
    val byte = super.read()
    if (byte >= 0) count += 1
    byte
  }

  override def read(bytes: Array[Byte], offset: Int, length: Int): Int = {
    val read = super.read(bytes, offset, length)
    if (read > 0) count += read
    read
  }
}

/** Ends a stream that grows more than any log does when it is decompressed: a crafted file of a few bytes can fill a
  * machine.
  *
  * @param compressedBytes that were read so far
  */
private[log] final class InflationGuard(in: InputStream, compressedBytes: () => Long) extends FilterInputStream(in) {
  private var inflatedBytes = 0L

  override def read(bytes: Array[Byte], offset: Int, length: Int): Int = {
    val read = InflationGuard.guarded(super.read(bytes, offset, length))
    if (read > 0) {
      inflatedBytes += read
      if (inflatedBytes > InflationGuard.freeBytes + InflationGuard.mostGrowth * compressedBytes())
        throw new IOException(
          s"${compressedBytes()} bytes became $inflatedBytes bytes when decompressed, and logs become at most " +
            s"${InflationGuard.mostGrowth} times as large"
        )
    }
    read
  }
}

private[log] object InflationGuard {

  /** Turns the ways in which libraries report broken bytes into one. Some ask for as much memory as the bytes claim. */
  def guarded[T](body: => T): T =
    try body
    catch {
      case broken @ (_: RuntimeException | _: SnappyError | _: OutOfMemoryError) =>
        throw new IOException(s"a block is broken (${broken.getClass.getSimpleName})", broken)
    }

  /** zstd compresses logs of a million equal tasks to a hundredth. */
  private val mostGrowth = 1000

  /** Decompressed bytes before growth counts. */
  private val freeBytes = 64L << 20
}
