package okibi.spark.sql.column

import org.apache.spark.unsafe.Platform

/** Values of any length, with the offset of each. Grows as needed. For one thread. */
private[sql] final class ByteColumn {
  var bytes: Array[Byte] = new Array[Byte](4096)

  /** The offset of each value; the last is the offset of the next value. */
  var offsets: Array[Int] = new Array[Int](1025)
  var count: Int = 0
  private var shortest = Int.MaxValue
  private var longest = 0

  def used: Int = offsets(count)

  def length(index: Int): Int = offsets(index + 1) - offsets(index)

  def start(index: Int): Long = Platform.BYTE_ARRAY_OFFSET + offsets(index).toLong

  def add(from: Object, at: Long, length: Int): Unit = {
    val end = used + length
    // Eight more bytes, so that a value may be read in words.
    if (end > bytes.length - 8) growBytes(end + 8L)
    if (count + 2 > offsets.length) offsets = java.util.Arrays.copyOf(offsets, offsets.length * 2)
    val to = start(count)
    if (length <= 8) Platform.putLong(bytes, to, Platform.getLong(from, at))
    else Platform.copyMemory(from, at, bytes, to, length)
    count += 1
    offsets(count) = end
    if (length < shortest) shortest = length
    if (length > longest) longest = length
  }

  def clear(): Unit = {
    count = 0
    shortest = Int.MaxValue
    longest = 0
  }

  private def isFixedLength: Boolean = count > 0 && shortest == longest

  /** Appends the values to the buffer.
    *
    * @return the encoding: FixedLength, whose length is that of the first value, or Plain
    */
  def encode(out: BatchBuffer): Int =
    if (isFixedLength) {
      Platform.copyMemory(bytes, Platform.BYTE_ARRAY_OFFSET, null, out.at(out.reserve(used)), used)
      BatchLayout.FixedLength
    } else {
      encodePlain(out)
      BatchLayout.Plain
    }

  def encodePlain(out: BatchBuffer): Unit = {
    val at = out.at(out.reserve((count + 1) * 4L + used))
    Platform.copyMemory(offsets, Platform.INT_ARRAY_OFFSET, null, at, (count + 1) * 4L)
    Platform.copyMemory(bytes, Platform.BYTE_ARRAY_OFFSET, null, at + (count + 1) * 4L, used)
  }

  private def growBytes(needed: Long): Unit = {
    if (needed > Int.MaxValue - 64)
      throw new IllegalArgumentException(
        s"A batch of a cached table: one column needs $needed bytes, at most ${Int.MaxValue - 64} are possible. " +
          "Cache narrower rows."
      )
    bytes = java.util.Arrays.copyOf(bytes, math.min(math.max(needed, bytes.length * 2L), Int.MaxValue - 64L).toInt)
  }
}
