package okibi.spark.sql.rowfilter

import java.util

import okibi.spark.sql.column.TableVector

import org.apache.spark.sql.catalyst.expressions.{Attribute, BasePredicate, Expression, Predicate}
import org.apache.spark.sql.vectorized.ColumnarBatch

/** Batches of a scan of a cached table with the rows alone for which each of some conditions is true. For one task. */
object SelectedRows {
  def of(
      batches: Iterator[ColumnarBatch],
      partition: Int,
      conditions: Seq[Expression],
      columns: Seq[Attribute]
  ): Iterator[ColumnarBatch] = {
    val predicates = conditions.map { condition =>
      val predicate = Predicate.create(condition, columns)
      predicate.initialize(partition)
      predicate
    }
    batches.map(select(_, predicates))
  }

  private def select(batch: ColumnarBatch, predicates: Seq[BasePredicate]): ColumnarBatch = {
    val selected = Array.range(0, batch.numRows)
    val count = predicates.foldLeft(batch.numRows)((left, predicate) => narrow(selected, left, batch, predicate))
    if (count < batch.numRows) TableVector.pick(batch, util.Arrays.copyOf(selected, count))
    batch
  }

  /** Leaves those of the first `count` rows at the front for which the predicate is true, and returns how many. */
  private def narrow(rows: Array[Int], count: Int, batch: ColumnarBatch, predicate: BasePredicate): Int = {
    var left = 0
    var i = 0
    while (i < count) {
      val row = rows(i)
      rows(left) = row
      if (predicate.eval(batch.getRow(row))) left += 1
      i += 1
    }
    left
  }
}
