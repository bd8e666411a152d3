package okibi.spark.sql.column

/** A column without values: Spark's NullType. */
private[sql] final class NullBuilder extends ColumnBuilder {
  override def bytes: Long = rows / 8L
  override protected def valueBytes(count: Int): Long = 0L
  override protected def reserveValues(count: Int): Unit = ()
  override protected def appendValues(chunk: RowChunk, column: Int): Unit = ()
  override protected def encodeValues(out: BatchBuffer): Int = BatchLayout.Width0
}
