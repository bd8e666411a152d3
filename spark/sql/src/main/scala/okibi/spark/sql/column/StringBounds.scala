package okibi.spark.sql.column

import org.apache.spark.unsafe.types.UTF8String

/** Bounds of strings. They are short, because a bound stays in the heap for as long as the table is cached. */
private[sql] object StringBounds {
  val MaxBytes: Int = 128

  /** The value, or a prefix of a long value, which is not larger. */
  def lower(values: ByteColumn, index: Int): UTF8String = {
    val from = values.offsets(index)
    UTF8String.fromBytes(java.util.Arrays.copyOfRange(values.bytes, from, from + cut(values, index)))
  }

  /** The value, or a prefix of a long value whose last character is replaced by the next one. The whole value if no
    * character of the prefix can be replaced.
    */
  def upper(values: ByteColumn, index: Int): UTF8String = {
    val from = values.offsets(index)
    val bytes = java.util.Arrays.copyOfRange(values.bytes, from, from + cut(values, index))
    if (bytes.length == values.length(index)) UTF8String.fromBytes(bytes)
    else {
      // Only a character of one byte can be replaced by the next one without knowing which characters are valid.
      var last = bytes.length - 1
      while (last >= 0 && (bytes(last) < 0 || bytes(last) == 0x7f)) last -= 1
      if (last < 0) UTF8String.fromBytes(java.util.Arrays.copyOfRange(values.bytes, from, from + values.length(index)))
      else {
        bytes(last) = (bytes(last) + 1).toByte
        UTF8String.fromBytes(java.util.Arrays.copyOf(bytes, last + 1))
      }
    }
  }

  /** The bytes to keep: all, or as many whole characters as fit. */
  private def cut(values: ByteColumn, index: Int): Int = {
    val length = values.length(index)
    if (length <= MaxBytes) length
    else {
      var end = MaxBytes
      while (end > 0 && (values.bytes(values.offsets(index) + end) & 0xc0) == 0x80) end -= 1
      end
    }
  }
}
