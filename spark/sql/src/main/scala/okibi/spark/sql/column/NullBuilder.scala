package okibi.spark.sql.column

/** Builds columns of Spark's NullType, which have no values. */
private[sql] final class NullBuilder extends ColumnBuilder {
  override protected def valueBytes(count: Int): Long = 0L
  override protected def reserveValues(count: Int): Unit = ()
  override protected def appendValues(chunk: RowChunk, column: Int): Unit = ()
  override protected def encodeValues(out: BatchBuffer): Int = BatchLayout.Width0
}
