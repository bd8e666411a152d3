package okibi.spark.sql.column

import org.apache.spark.unsafe.Platform

/** The bytes of a batch, version 1, in the machine's byte order; docs/design/mapped-columns.md shows them.
  *
  * A batch is a header, an entry for each column, then the columns. A column begins at a multiple of 8. It is a bitmap
  * of its nulls, if it has any (bit i of word i / 64), then its values in one of the encodings.
  */
private[sql] object BatchLayout {
  val Magic: Int = 0x42494b4f // "OKIB" on a little-endian machine
  val Version: Int = 1

  val HeaderBytes: Int = 32
  val EntryBytes: Int = 32

  // Header
  val MagicAt: Int = 0
  val VersionAt: Int = 4
  val RowsAt: Int = 8
  val ColumnsAt: Int = 12
  val LengthAt: Int = 16
  val ChecksumAt: Int = 24

  // Entry of a column
  val OffsetAt: Int = 0
  val NullsAt: Int = 4
  val EncodingAt: Int = 8
  val ParameterAt: Int = 12
  val BaseAt: Int = 16
  val BytesAt: Int = 24

  // Values of 0, 1, 2, 4 or 8 bytes each: unsigned differences from the reference, or the values themselves if the
  // width is that of their type.
  val Width0: Int = 0
  val Width1: Int = 1
  val Width2: Int = 2
  val Width4: Int = 4
  val Width8: Int = 8

  /** n + 1 offsets of 4 bytes each, then the bytes. */
  val Plain: Int = 16

  /** Values of `parameter` bytes each, without offsets. */
  val FixedLength: Int = 17

  /** n codes of `reference` bytes each, then a dictionary of `parameter` values in the layout of Plain. */
  val Dictionary: Int = 18

  def entryAt(column: Int): Int = HeaderBytes + column * EntryBytes

  def headerBytes(columns: Int): Int = HeaderBytes + columns * EntryBytes

  def bitmapBytes(rows: Int): Int = ((rows + 63) >>> 6) << 3

  def align(bytes: Long): Long = (bytes + 7) & ~7L

  /** The entry of a column, of a batch in the heap or outside. Its `offset` counts from the beginning of the batch, its
    * `bytes` include the bitmap of nulls.
    *
    * @param base the array of a batch in the heap; null for an address
    * @param at   the offset in the array, or the address
    */
  final class Entry(base: Object, at: Long) {
    val offset: Int = Platform.getInt(base, at + OffsetAt)
    val nulls: Int = Platform.getInt(base, at + NullsAt)
    val encoding: Int = Platform.getInt(base, at + EncodingAt)
    val parameter: Int = Platform.getInt(base, at + ParameterAt)
    val reference: Long = Platform.getLong(base, at + BaseAt)
    val bytes: Int = Platform.getInt(base, at + BytesAt)
  }
}
