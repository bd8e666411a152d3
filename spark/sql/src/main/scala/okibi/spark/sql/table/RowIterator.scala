package okibi.spark.sql.table

import okibi.spark.sql.column.TableVector

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter
import org.apache.spark.sql.columnar.CachedBatch

/** Reads batches row by row, into one row that is reused. For tables with nested columns, and for plans of Spark that
  * need rows. For one task.
  */
private[table] final class RowIterator(batches: Iterator[CachedBatch], reader: BatchReader, columns: Int)
    extends Iterator[InternalRow] {
  private val writer = new UnsafeRowWriter(columns, columns * 32)
  private var vectors: Array[TableVector] = Array.empty
  private var rows = 0
  private var row = 0

  override def hasNext: Boolean = {
    while (row == rows && batches.hasNext) {
      val batch = batches.next()
      vectors = reader.read(batch)
      rows = batch.numRows
      row = 0
    }
    row < rows
  }

  override def next(): InternalRow = {
    if (!hasNext) throw new NoSuchElementException("next on the end of a partition")
    writer.reset()
    writer.zeroOutNullBytes()
    var column = 0
    while (column < columns) {
      val vector = vectors(column)
      if (vector.isNullAt(row)) writer.setNullAt(column) else vector.write(row, writer, column)
      column += 1
    }
    row += 1
    writer.getRow
  }
}
