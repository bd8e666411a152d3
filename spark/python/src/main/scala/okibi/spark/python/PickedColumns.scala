package okibi.spark.python

import okibi.spark.sql.arrow.{ArrowForm, BatchFiller}
import okibi.spark.sql.rowfilter.SelectedRows

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.expressions.{Attribute, Expression}
import org.apache.spark.sql.execution.SparkPlan

/** What stands between a function in Python and the scan of a cached table: projections that pick columns, and filters.
  *
  * @param input     the columns that are picked, with the names that they have for the function
  * @param columns   the same columns as the scan yields them
  * @param condition over the columns of the scan: which rows are wanted
  */
private[python] final case class PickedColumns(
    input: Seq[Attribute],
    columns: Seq[Attribute],
    condition: Option[Expression]
) {

  /** For each partition of the scan one element, which gathers some of the columns.
    *
    * @param wanted   some of `input`
    * @param mostRows of a batch
    */
  def fillers(scan: SparkPlan, wanted: Seq[Attribute], mostRows: Int): RDD[BatchFiller] = {
    val (scanned, selected) = (scan.output, condition)
    val stored = wanted.map(column => columns(input.indexWhere(_.exprId == column.exprId)))
    val places = stored.map(column => scanned.indexWhere(_.exprId == column.exprId)).toArray
    val forms = stored.flatMap(column => ArrowForm.of(column.dataType)).toArray
    scan.executeColumnar().mapPartitionsWithIndex { (partition, batches) =>
      val rows = selected.fold(batches)(SelectedRows.of(batches, partition, _, scanned))
      Iterator.single(new BatchFiller(places, forms, rows, mostRows))
    }
  }

  /** For EXPLAIN. */
  def texts: Seq[String] =
    s"Columns: ${input.mkString("[", ", ", "]")}" +: condition.map(wanted => s"Condition: $wanted").toSeq
}

private[python] object PickedColumns {
  def of(plan: SparkPlan): Option[(PickedColumns, SparkPlan)] = TableColumns.of(plan).map { found =>
    val scanned = found.source.output
    (PickedColumns(plan.output, found.columns.map(scanned(_)).toSeq, found.condition), found.source)
  }
}
