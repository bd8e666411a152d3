package okibi.spark.sql.column

import org.apache.spark.unsafe.Platform

/** The bytes of a batch, version 1, in the machine's byte order; docs/design/mapped-columns.md shows them.
  *
  * A header, an entry for each column, then the columns. A column begins at a multiple of 8: a bitmap of its nulls if it
  * has any (bit i of word i / 64), then its values in one of the encodings.
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

  /** Values of so many bytes each, as differences from `base`, unsigned, unless they have all the bytes of their type. */
  val Width0: Int = 0
  val Width1: Int = 1
  val Width2: Int = 2
  val Width4: Int = 4
  val Width8: Int = 8

  /** n + 1 offsets of 4 bytes, then the bytes. */
  val Plain: Int = 16

  /** Values of `parameter` bytes each, one after the other. */
  val FixedLength: Int = 17

  /** n codes of `base` bytes, then a dictionary of `parameter` values laid out as Plain. */
  val Dictionary: Int = 18

  def entryAt(column: Int): Int = HeaderBytes + column * EntryBytes

  def headerBytes(columns: Int): Int = HeaderBytes + columns * EntryBytes

  def bitmapBytes(rows: Int): Int = ((rows + 63) >>> 6) << 3

  def align(bytes: Long): Long = (bytes + 7) & ~7L

  /** What an entry says, wherever the batch is: `base` is null for an address.
    *
    * @param offset from the beginning of the batch
    * @param bytes  of the column with its bitmap
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
