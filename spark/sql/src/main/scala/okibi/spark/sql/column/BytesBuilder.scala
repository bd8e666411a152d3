package okibi.spark.sql.column

import org.apache.spark.unsafe.Platform

/** Binary values, and whatever else Spark's row has as bytes: intervals, variants, nested values. Without order. */
private[sql] final class BytesBuilder(kind: ColumnKind) extends ColumnBuilder {
  private val values = new ByteColumn
  private var fixedLength = 0

  override def bytes: Long = values.used + rows * 4L

  /** Spark counts a length before the bytes; with a variant there are two, of which the row has one. */
  override protected def valueBytes(count: Int): Long = kind match {
    case ColumnKind.IntervalColumn => count * 16L
    case _ => values.used + count * 4L
  }

  override protected def reserveValues(count: Int): Unit = ()

  override protected def appendValues(chunk: RowChunk, column: Int): Unit = {
    val slot = chunk.slot(column)
    val nullable = chunk.hasNull(column)
    var i = 0
    while (i < chunk.rows) {
      val start = chunk.starts(i)
      val place = Platform.getLong(chunk.bytes, start + slot)
      // The row keeps an offset for a null interval.
      if (nullable && chunk.isNull(i, column)) values.add(chunk.bytes, start, 0)
      else values.add(chunk.bytes, start + (place >>> 32), place.toInt)
      i += 1
    }
  }

  override protected def encodeValues(out: BatchBuffer): Int = {
    fixedLength = values.length(0)
    values.encode(out)
  }

  override protected def parameter: Int = fixedLength

  override def reset(): Unit = {
    super.reset()
    values.clear()
  }
}
