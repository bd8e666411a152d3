package okibi.spark.cache.codec

import org.apache.fory.Fory
import org.apache.fory.config.Config
import org.apache.fory.context.{ReadContext, WriteContext}
import org.apache.fory.memory.{MemoryAllocator, MemoryBuffer}
import org.apache.fory.serializer.Serializer

/** Keeps buffers below the largest frame. Fory counts the bytes of a buffer with an Int, does not notice an overflow,
  * and writes without a bound: beyond 2 GB it would overwrite the heap. So a buffer does not grow beyond half of that,
  * and no single write is larger than the other half.
  */
private[codec] object BufferRoom {

  /** Whether a buffer has room for `bytes` more bytes. */
  def apply(buffer: MemoryBuffer, bytes: Long): Boolean = buffer.writerIndex + bytes + 16 <= FrameFormat.MaxBytes

  def forString(buffer: MemoryBuffer, text: String): Boolean =
    text.length < SmallString || apply(buffer, 2L * text.length)

  /** Sets the limit for all buffers of this copy of Fory. */
  def limitGrowth(): Unit = if (MemoryBuffer.getGlobalAllocator ne allocator) MemoryBuffer.setGlobalAllocator(allocator)

  val allocator: MemoryAllocator = {
    val unlimited = MemoryBuffer.getGlobalAllocator
    new MemoryAllocator {
      override def allocate(initialSize: Int): MemoryBuffer = unlimited.allocate(initialSize)
      override def grow(buffer: MemoryBuffer, newCapacity: Int): Unit =
        if (newCapacity > FrameFormat.MaxBytes) throw new TooLargeException(newCapacity.toLong)
        else unlimited.grow(buffer, newCapacity)
    }
  }

  /** Makes `fory` refuse primitive arrays of more than `maxBytes` bytes. */
  def limitArrays(fory: Fory, maxBytes: Long): Unit = arrays.foreach { case (cls, width) =>
    fory.registerSerializer(
      cls,
      new BoundedArraySerializer(
        fory.getSerializer(cls).asInstanceOf[Serializer[AnyRef]],
        fory.getConfig,
        cls,
        width,
        maxBytes
      )
    )
  }

  private val arrays: Seq[(Class[_], Long)] = Seq(
    classOf[Array[Boolean]] -> 1L,
    classOf[Array[Byte]] -> 1L,
    classOf[Array[Short]] -> 2L,
    classOf[Array[Char]] -> 2L,
    classOf[Array[Int]] -> 4L,
    classOf[Array[Long]] -> 8L,
    classOf[Array[Float]] -> 4L,
    classOf[Array[Double]] -> 8L
  )

  /** Strings below this length, at two bytes a character, cannot fill a buffer up to the limit. */
  private final val SmallString = 1 << 20
}

/** Fory's serializer for a primitive array, with a bound. Not nested, because code that Fory generates names it. */
private[codec] final class BoundedArraySerializer(
    usual: Serializer[AnyRef],
    config: Config,
    cls: Class[_],
    width: Long,
    maxBytes: Long
) extends Serializer[AnyRef](config, cls.asInstanceOf[Class[AnyRef]]) {
  override def write(context: WriteContext, value: AnyRef): Unit = {
    val bytes = java.lang.reflect.Array.getLength(value) * width
    if (bytes > maxBytes) throw new TooLargeException(bytes)
    usual.write(context, value)
  }
  override def read(context: ReadContext): AnyRef = usual.read(context)
}

/** A record does not fit into a frame. */
private[codec] final class TooLargeException(bytes: Long)
    extends RuntimeException(
      s"a record has a part of $bytes bytes; a frame holds at most ${FrameFormat.MaxBytes}",
      null,
      false,
      false
    )
