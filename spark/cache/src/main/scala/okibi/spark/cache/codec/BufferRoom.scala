package okibi.spark.cache.codec

import org.apache.fory.memory.{MemoryAllocator, MemoryBuffer}

/** Keeps buffers below the largest frame. A buffer counts its bytes with an Int and writes without a bound of its own, so that
  * sizes are checked here before anything large is written.
  */
private[codec] object BufferRoom {
  def apply(buffer: MemoryBuffer, bytes: Long): Boolean = buffer.writerIndex + bytes + 16 <= BlockFormat.MaxBytes

  def forString(buffer: MemoryBuffer, text: String): Boolean =
    text.length < SmallString || apply(buffer, 2L * text.length)

  /** Two bytes a character and any frame so far stay far from the limit below this. */
  private final val SmallString = 1 << 20
}
