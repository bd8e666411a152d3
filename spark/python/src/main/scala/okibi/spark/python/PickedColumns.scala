package okibi.spark.python

import okibi.spark.sql.arrow.{ArrowForm, BatchFiller}
import okibi.spark.sql.plan.PrunedTableScan
import okibi.spark.sql.rowfilter.SelectedRows

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.adaptive.{AdaptiveSparkPlanExec, TableCacheQueryStageExec}

/** What a plan yields, if all of it are columns of one scan of a cached table: projections pick columns, and filters select
  * rows.
  *
  * @param input     what the plan yields, by its names
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
    * @param scan     that yields the columns
    * @param wanted   some of `input`
    * @param mostRows of a batch
    */
  def fillers(scan: SparkPlan, wanted: Seq[Attribute], mostRows: Int): RDD[BatchFiller] = {
    val (scanned, selected) = (scan.output, condition)
    val stored = wanted.map(column => columns(PickedColumns.place(input, column)))
    val places = stored.map(PickedColumns.place(scanned, _)).toArray
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

  /** The columns and what yields them: the scan, or the stage of adaptive execution that filled the table. Nothing for a
    * plan that computes anything but which rows it selects, and for types that Arrow has in another form.
    */
  def of(plan: SparkPlan): Option[(PickedColumns, SparkPlan)] = for {
    shape <- shape(plan)
    if shape.columns.forall(column => ArrowForm.of(column.dataType).isDefined)
  } yield (PickedColumns(plan.output, shape.columns, shape.condition), shape.source)

  /** Where a column stands among others; -1 where it does not. */
  def place(columns: Seq[Attribute], column: Attribute): Int = columns.indexWhere(_.exprId == column.exprId)

  private final case class Shape(source: SparkPlan, columns: Seq[Attribute], condition: Option[Expression])

  private def shape(plan: SparkPlan): Option[Shape] = plan match {
    case scan: PrunedTableScan if scan.yieldsTableVectors => Some(Shape(scan, scan.output, None))
    case FilterExec(condition, child) if selects(condition) =>
      shape(child).filter(below => condition.references.subsetOf(AttributeSet(below.source.output))).map { below =>
        below.copy(condition = Some(below.condition.fold(condition)(And(_, condition))))
      }
    case ProjectExec(list, child) =>
      val picked = list.collect {
        case column: Attribute => column
        case Alias(column: Attribute, _) => column
      }
      val places = picked.map(place(child.output, _))
      if (picked.size < list.size || places.contains(-1)) None
      else shape(child).map(below => below.copy(columns = places.map(below.columns)))
    case adaptive: AdaptiveSparkPlanExec => shape(adaptive.initialPlan)
    case stage: TableCacheQueryStageExec => shape(stage.plan).map(_.copy(source = stage))
    case stage: WholeStageCodegenExec => shape(stage.child)
    case input: InputAdapter => shape(input.child)
    case rows: ColumnarToRowExec => shape(rows.child)
    case _ => None
  }

  private def selects(condition: Expression): Boolean =
    condition.deterministic && !condition.exists(_.isInstanceOf[ExecSubqueryExpression]) &&
      !condition.exists(part => part.isInstanceOf[Unevaluable] && !part.isInstanceOf[Attribute])
}
