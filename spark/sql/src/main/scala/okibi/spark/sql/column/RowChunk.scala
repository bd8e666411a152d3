package okibi.spark.sql.column

import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.unsafe.Platform

/** Copies of a few hundred rows, so that a builder takes its column from all of them in one tight loop. A call for each
  * column and row would be a virtual call that the compiler cannot inline.
  */
private[sql] final class RowChunk(columns: Int) {
  var bytes: Array[Byte] = new Array[Byte](RowChunk.Bytes)

  /** The offset of each row, for Platform. */
  val starts: Array[Long] = new Array[Long](RowChunk.Rows)
  var rows: Int = 0

  private var used = 0
  private val bitmapBytes = UnsafeRow.calculateBitSetWidthInBytes(columns)
  private val anyNull = new Array[Long](bitmapBytes / 8)

  def isFull: Boolean = rows == RowChunk.Rows || used >= RowChunk.Bytes

  def sizeBytes: Long = used.toLong

  def add(row: UnsafeRow): Unit = {
    val size = row.getSizeInBytes
    if (used + size + 8L > bytes.length) grow(used + size + 8L)
    val start = Platform.BYTE_ARRAY_OFFSET + used.toLong
    Platform.copyMemory(row.getBaseObject, row.getBaseOffset, bytes, start, size)
    var word = 0
    while (word < anyNull.length) {
      anyNull(word) |= Platform.getLong(bytes, start + (word << 3))
      word += 1
    }
    starts(rows) = start
    rows += 1
    used += (size + 7) & ~7
  }

  def clear(): Unit = {
    rows = 0
    used = 0
    java.util.Arrays.fill(anyNull, 0L)
  }

  /** Whether any row is null in the column. */
  def hasNull(column: Int): Boolean = (anyNull(column >> 6) & (1L << (column & 63))) != 0

  def isNull(row: Int, column: Int): Boolean =
    (Platform.getLong(bytes, starts(row) + ((column >> 6) << 3)) & (1L << (column & 63))) != 0

  /** The offset of the column's 8 bytes from the start of a row. */
  def slot(column: Int): Long = bitmapBytes + column * 8L

  private def grow(needed: Long): Unit = {
    if (needed > Int.MaxValue - 64)
      throw new IllegalArgumentException(
        s"A row of a cached table: it needs $needed bytes, at most ${Int.MaxValue - 64} are possible. " +
          "Cache narrower rows."
      )
    bytes = java.util.Arrays.copyOf(bytes, math.min(math.max(needed, bytes.length * 2L), Int.MaxValue - 64L).toInt)
  }
}

private[sql] object RowChunk {
  val Rows: Int = 512
  val Bytes: Int = 1 << 17
}
