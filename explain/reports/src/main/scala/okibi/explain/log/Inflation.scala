package okibi.explain.log

import java.io.{FilterInputStream, IOException, InputStream}

import org.xerial.snappy.SnappyError

/** How many bytes went through. */
private[log] final class Counted(in: InputStream) extends FilterInputStream(in) {
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

/** Ends what grows more than any log does when it is decompressed: a few bytes that somebody made to fill a machine.
  *
  * @param compressed bytes that were taken in so far
  */
private[log] final class Inflation(in: InputStream, compressed: () => Long) extends FilterInputStream(in) {
  private var inflated = 0L

  override def read(bytes: Array[Byte], offset: Int, length: Int): Int = {
    val read = Inflation.guarded(super.read(bytes, offset, length))
    if (read > 0) {
      inflated += read
      if (inflated > Inflation.allowed + Inflation.most * compressed())
        throw new IOException(
          s"${compressed()} bytes became $inflated when they were decompressed, and logs become at most ${Inflation.most} times as large"
        )
    }
    read
  }
}

private[log] object Inflation {

  /** Libraries find what is broken in bytes in their own ways, some by asking for as much memory as the bytes say. */
  def guarded[T](body: => T): T =
    try body
    catch {
      case broken @ (_: RuntimeException | _: SnappyError | _: OutOfMemoryError) =>
        throw new IOException(s"a block is broken (${broken.getClass.getSimpleName})", broken)
    }

  /** zstd brings logs of a million equal tasks to a hundredth. */
  private val most = 1000

  /** Before it is asked at all. */
  private val allowed = 64L << 20
}
