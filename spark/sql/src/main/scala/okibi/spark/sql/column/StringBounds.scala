package okibi.spark.sql.column

import org.apache.spark.unsafe.types.UTF8String

/** Bounds of strings, kept short: a bound stays in the heap for as long as the table is cached. */
private[sql] object StringBounds {
  val MaxBytes: Int = 128

  /** The value, or where it is long a prefix of it, which is not larger. */
  def lower(values: ByteColumn, index: Int): UTF8String = {
    val from = values.offsets(index)
    UTF8String.fromBytes(java.util.Arrays.copyOfRange(values.bytes, from, from + cut(values, index)))
  }

  /** The value, or where it is long a prefix whose last character was made larger; the whole value when it has none such. */
  def upper(values: ByteColumn, index: Int): UTF8String = {
    val from = values.offsets(index)
    val bytes = java.util.Arrays.copyOfRange(values.bytes, from, from + cut(values, index))
    if (bytes.length == values.length(index)) UTF8String.fromBytes(bytes)
    else {
      // Only a character of one byte can be made larger and stay a character whatever it is.
      var last = bytes.length - 1
      while (last >= 0 && (bytes(last) < 0 || bytes(last) == 0x7f)) last -= 1
      if (last < 0) UTF8String.fromBytes(java.util.Arrays.copyOfRange(values.bytes, from, from + values.length(index)))
      else {
        bytes(last) = (bytes(last) + 1).toByte
        UTF8String.fromBytes(java.util.Arrays.copyOf(bytes, last + 1))
      }
    }
  }

  /** Bytes to keep: all, or as many whole characters as there is room for. */
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
