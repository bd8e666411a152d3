package okibi.spark.sql.column

import org.apache.spark.unsafe.Platform

/** Builds columns of binary values, and of all other values that Spark's row holds as bytes: intervals, variants,
  * nested values. They have no bounds.
  */
private[sql] final class BytesBuilder(kind: ColumnKind) extends ColumnBuilder {
  private val values = new ByteColumn
  private var fixedLength = 0

  /** Spark counts a length before the bytes. A variant has two lengths, and one of them is in the bytes of the row. */
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
      // Spark's row keeps the offset of an interval that is null.
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
