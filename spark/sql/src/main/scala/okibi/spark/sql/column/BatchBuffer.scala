package okibi.spark.sql.column

import java.nio.{Buffer, ByteBuffer}
import java.util.zip.CRC32C

import org.apache.spark.unsafe.Platform

/** Memory outside the heap, in which batch after batch is encoded, or copied. For one thread. */
private[sql] final class BatchBuffer {
  private var buffer = ByteBuffer.allocateDirect(1 << 16)
  private var address = BatchBuffer.addressOf(buffer)
  private var used = 0

  def clear(): Unit = used = 0

  def length: Int = used

  /** Appends room that begins at a multiple of 8. Addresses that were taken before are invalid.
    *
    * @return the offset from the beginning of the buffer
    */
  def reserve(bytes: Long): Int = {
    val start = used
    val end = BatchLayout.align(start + bytes)
    if (end > buffer.capacity) grow(end)
    // The caller writes the rest. The padding must be zero, so that equal batches are equal bytes.
    if (end > start) Platform.putLong(null, address + end - 8, 0L)
    used = end.toInt
    start
  }

  /** The address of an offset. */
  def at(offset: Int): Long = address + offset

  /** The CRC-32C of the bytes from an offset on. */
  def checksum(from: Int): Int = {
    val crc = new CRC32C
    crc.update(bytes(from))
    crc.getValue.toInt
  }

  /** A view of the bytes from an offset on. The view is invalid after the buffer grows or is cleared. */
  def bytes(from: Int): ByteBuffer = {
    val view = buffer.duplicate()
    view.limit(used)
    view.position(from)
    view
  }

  /** The bytes at an offset, to write to. Invalid after the buffer grows. */
  def slice(offset: Int, bytes: Int): ByteBuffer = {
    val view = buffer.duplicate()
    view.limit(offset + bytes)
    view.position(offset)
    view
  }

  /** Frees the memory. The JVM crashes if the buffer is used later. */
  def free(): Unit = UnsafeAccess.free(buffer)

  private def grow(needed: Long): Unit = {
    if (needed > Int.MaxValue - 64)
      throw new IllegalArgumentException(
        s"A batch of a cached table: it needs $needed bytes, at most ${Int.MaxValue - 64} are possible. " +
          "Cache narrower rows."
      )
    val larger = ByteBuffer.allocateDirect(math.min(math.max(needed, buffer.capacity * 2L), Int.MaxValue - 64L).toInt)
    val view = bytes(0)
    larger.put(view)
    larger.clear()
    UnsafeAccess.free(buffer)
    buffer = larger
    address = BatchBuffer.addressOf(larger)
  }
}

private[sql] object BatchBuffer {
  private val addressField = UnsafeAccess.unsafe.objectFieldOffset(classOf[Buffer].getDeclaredField("address"))

  /** The address at which a buffer outside the heap begins. */
  def addressOf(buffer: ByteBuffer): Long = UnsafeAccess.unsafe.getLong(buffer, addressField)
}
