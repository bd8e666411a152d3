package okibi.spark.sql.rowfilter

import java.util

import okibi.spark.sql.column.TableVector

import org.apache.spark.sql.catalyst.expressions.{Attribute, BasePredicate, Expression, Predicate}
import org.apache.spark.sql.vectorized.ColumnarBatch

/** Batches of a scan of a cached table with the rows alone that satisfy a condition. For one task. */
object SelectedRows {
  def of(
      batches: Iterator[ColumnarBatch],
      partition: Int,
      condition: Expression,
      columns: Seq[Attribute]
  ): Iterator[ColumnarBatch] = {
    val predicate = Predicate.create(condition, columns)
    predicate.initialize(partition)
    batches.map(select(_, predicate))
  }

  private def select(batch: ColumnarBatch, predicate: BasePredicate): ColumnarBatch = {
    val selected = new Array[Int](batch.numRows)
    var count = 0
    var row = 0
    while (row < batch.numRows) {
      selected(count) = row
      if (predicate.eval(batch.getRow(row))) count += 1
      row += 1
    }
    if (count < batch.numRows) TableVector.pick(batch, util.Arrays.copyOf(selected, count))
    batch
  }
}
