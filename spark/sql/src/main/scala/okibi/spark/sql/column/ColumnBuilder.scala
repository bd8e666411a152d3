package okibi.spark.sql.column

import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter
import org.apache.spark.unsafe.Platform

/** Collects the values of one column of a batch, then encodes them. Reused for batch after batch. For one thread. */
private[sql] abstract class ColumnBuilder {
  protected var rows: Int = 0
  protected var nullCount: Int = 0
  private var bitmap = new Array[Long](16)

  /** Appends the column's values of all rows of a chunk. */
  final def append(chunk: RowChunk, column: Int): Unit = {
    reserve(rows + chunk.rows)
    if (chunk.hasNull(column)) appendNulls(chunk, column)
    appendValues(chunk, column)
    rows += chunk.rows
  }

  /** Appends the bitmap of nulls and the values to the buffer, and fills the column's entry. */
  final def encode(out: BatchBuffer, entry: Int): Unit = {
    val start = out.length
    if (nullCount > 0) {
      val size = BatchLayout.bitmapBytes(rows)
      val at = out.reserve(size)
      Platform.copyMemory(bitmap, Platform.LONG_ARRAY_OFFSET, null, out.at(at), size)
    }
    val encoding = encodeValues(out)
    val at = out.at(entry)
    Platform.putInt(null, at + BatchLayout.OffsetAt, start)
    Platform.putInt(null, at + BatchLayout.NullsAt, nullCount)
    Platform.putInt(null, at + BatchLayout.EncodingAt, encoding)
    Platform.putInt(null, at + BatchLayout.ParameterAt, parameter)
    Platform.putLong(null, at + BatchLayout.BaseAt, reference)
    Platform.putLong(null, at + BatchLayout.BytesAt, (out.length - start).toLong)
  }

  /** Writes five statistics of the batch that was encoded last: lower bound, upper bound, nulls, rows and bytes. The
    * bytes are those that Spark's own cache counts for such values (ColumnStats), because the planner chooses joins by
    * them.
    */
  final def statistics(out: UnsafeRowWriter, first: Int): Unit = {
    if (nullCount == rows) {
      out.setNullAt(first)
      out.setNullAt(first + 1)
    } else bounds(out, first)
    out.write(first + 2, nullCount)
    out.write(first + 3, rows)
    out.write(first + 4, nullCount * ColumnBuilder.nullBytes + valueBytes(rows - nullCount))
  }

  def reset(): Unit = {
    if (nullCount > 0) java.util.Arrays.fill(bitmap, 0, (rows + 63) >>> 6, 0L)
    rows = 0
    nullCount = 0
  }

  /** Appends the values of a chunk after the first `rows` values. Any value may be stored for a null. */
  protected def appendValues(chunk: RowChunk, column: Int): Unit

  /** The bytes that Spark counts for the values that are not null.
    *
    * @param count the number of these values
    */
  protected def valueBytes(count: Int): Long

  /** Makes room for `count` values in all. */
  protected def reserveValues(count: Int): Unit

  /** @return the encoding */
  protected def encodeValues(out: BatchBuffer): Int

  /** The column's parameter in its entry, see [[BatchLayout]]. */
  protected def parameter: Int = 0

  /** The column's reference in its entry, see [[BatchLayout]]. */
  protected def reference: Long = 0L

  /** Writes the bounds at two ordinals. Called after encoding, and only if there is a value. */
  protected def bounds(out: UnsafeRowWriter, first: Int): Unit = {
    out.setNullAt(first)
    out.setNullAt(first + 1)
  }

  protected final def isNull(row: Int): Boolean = nullCount > 0 && (bitmap(row >> 6) & (1L << (row & 63))) != 0

  private def appendNulls(chunk: RowChunk, column: Int): Unit = {
    var row = 0
    while (row < chunk.rows) {
      if (chunk.isNull(row, column)) {
        val at = rows + row
        bitmap(at >> 6) |= 1L << (at & 63)
        nullCount += 1
      }
      row += 1
    }
  }

  private def reserve(count: Int): Unit = {
    val words = (count + 63) >>> 6
    if (words > bitmap.length) bitmap = java.util.Arrays.copyOf(bitmap, math.max(words, bitmap.length * 2))
    reserveValues(count)
  }
}

private[sql] object ColumnBuilder {

  /** The bytes that Spark counts for a null. */
  private val nullBytes = 4L

  def apply(kind: ColumnKind): ColumnBuilder = kind match {
    case integral: ColumnKind.Integral => new IntegralBuilder(integral)
    case ColumnKind.BooleanColumn => new IntegralBuilder(ColumnKind.BooleanColumn)
    case decimal: ColumnKind.SmallDecimal => new IntegralBuilder(decimal)
    case decimal: ColumnKind.WideDecimal => new WideDecimalBuilder(decimal)
    case ColumnKind.FloatColumn => new FloatBuilder
    case ColumnKind.DoubleColumn => new DoubleBuilder
    case ColumnKind.StringColumn(ordered) => new StringsBuilder(ordered)
    case ColumnKind.BinaryColumn | ColumnKind.IntervalColumn | ColumnKind.VariantColumn | ColumnKind.RowBytes =>
      new BytesBuilder(kind)
    case ColumnKind.NullColumn => new NullBuilder
  }
}
