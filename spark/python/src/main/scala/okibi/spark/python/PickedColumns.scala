package okibi.spark.python

import okibi.spark.sql.arrow.{ArrowForm, BatchFiller}
import okibi.spark.sql.plan.PrunedTableScan
import okibi.spark.sql.rowfilter.SelectedRows

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.adaptive.{AdaptiveSparkPlanExec, TableCacheQueryStageExec}

/** What a plan yields, if all of it are columns of one scan of a cached table: projections pick columns, and filters select
  * rows. Nodes have these as fields of their own, so that Spark finds the expressions: it compares plans by them.
  *
  * @param input      what the plan yields, by its names
  * @param columns    the same columns as the scan yields them
  * @param conditions over the columns of the scan: a row is wanted if each is true. For a row, those after the first that
  *                   is not true are not evaluated, as in Spark's generated code
  */
private[python] final case class PickedColumns(
    input: Seq[Attribute],
    columns: Seq[Attribute],
    conditions: Seq[Expression]
) {

  private lazy val stored = AttributeMap(input.zip(columns))

  /** For each partition of the scan one element, which gathers some of the columns.
    *
    * @param scan     that yields the columns
    * @param wanted   some of `columns`
    * @param mostRows of a batch
    */
  def fillers(scan: SparkPlan, wanted: Seq[Attribute], mostRows: Int): RDD[BatchFiller] = {
    val (scanned, selected) = (scan.output, conditions)
    val places = wanted.map(PickedColumns.place(scanned, _)).toArray
    val forms = wanted.flatMap(column => ArrowForm.of(column.dataType)).toArray
    scan.executeColumnar().mapPartitionsWithIndex { (partition, batches) =>
      val rows = if (selected.isEmpty) batches else SelectedRows.of(batches, partition, selected, scanned)
      Iterator.single(new BatchFiller(places, forms, rows, mostRows))
    }
  }

  /** An expression over `input` as one over `columns`. */
  def overColumns[T <: Expression](expression: T): T =
    expression.transform { case column: Attribute => stored.getOrElse(column, column) }.asInstanceOf[T]

  /** For EXPLAIN. */
  def texts: Seq[String] =
    s"Columns: ${input.mkString("[", ", ", "]")}" +: conditions
      .reduceOption(And(_, _))
      .map(all => s"Condition: $all")
      .toSeq
}

private[python] object PickedColumns extends PredicateHelper {

  /** The columns and what yields them: the scan, or the stage of adaptive execution that filled the table. Nothing for a
    * plan that computes anything but which rows it selects, and for types that Arrow has in another form.
    */
  def of(plan: SparkPlan): Option[(PickedColumns, SparkPlan)] = for {
    shape <- shape(plan)
    if shape.columns.forall(column => ArrowForm.of(column.dataType).isDefined)
  } yield (PickedColumns(plan.output, shape.columns, shape.conditions), shape.source)

  /** Where a column stands among others; -1 where it does not. */
  def place(columns: Seq[Attribute], column: Attribute): Int = columns.indexWhere(_.exprId == column.exprId)

  private final case class Shape(source: SparkPlan, columns: Seq[Attribute], conditions: Seq[Expression])

  private def shape(plan: SparkPlan): Option[Shape] = plan match {
    case scan: PrunedTableScan if scan.yieldsTableVectors => Some(Shape(scan, scan.output, Nil))
    case FilterExec(condition, child) if selects(condition) =>
      shape(child).filter(below => condition.references.subsetOf(AttributeSet(below.source.output))).map { below =>
        below.copy(conditions = below.conditions ++ conjuncts(condition))
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

  /** Those that ask for nulls first, as in Spark's generated code: others may fail for nulls. */
  private def conjuncts(condition: Expression): Seq[Expression] = {
    val (areSet, others) = splitConjunctivePredicates(condition).partition {
      case IsNotNull(_: Attribute) => true
      case _ => false
    }
    areSet ++ others
  }

  private def selects(condition: Expression): Boolean =
    condition.deterministic && !condition.exists(_.isInstanceOf[ExecSubqueryExpression]) &&
      !condition.exists(part => part.isInstanceOf[Unevaluable] && !part.isInstanceOf[Attribute])
}
