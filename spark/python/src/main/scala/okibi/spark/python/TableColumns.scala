package okibi.spark.python

import okibi.spark.sql.arrow.ArrowForm
import okibi.spark.sql.plan.PrunedTableScan

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.adaptive.{AdaptiveSparkPlanExec, TableCacheQueryStageExec}

/** What a plan yields, if all of it are columns of one scan of a cached table.
  *
  * @param source    the scan, which yields columns in Okibi's format, or the stage of adaptive execution that filled the
  *                  table
  * @param columns   the places of the plan's columns among those of the scan
  * @param forms     of the plan's columns
  * @param condition over the columns of the scan, by which the plan selects rows
  */
private[python] final case class TableColumns(
    source: SparkPlan,
    columns: Array[Int],
    forms: Array[ArrowForm],
    condition: Option[Expression]
)

private[python] object TableColumns {

  /** Nothing for a plan that computes anything but which rows it selects, and for types that Arrow has in another form. */
  def of(plan: SparkPlan): Option[TableColumns] = for {
    shape <- shape(plan)
    forms = shape.columns.map(place => ArrowForm.of(shape.source.output(place).dataType))
    if forms.forall(_.isDefined)
  } yield TableColumns(shape.source, shape.columns.toArray, forms.flatten.toArray, shape.condition)

  private final case class Shape(source: SparkPlan, columns: Seq[Int], condition: Option[Expression])

  private def shape(plan: SparkPlan): Option[Shape] = plan match {
    case scan: PrunedTableScan if scan.yieldsTableVectors => Some(Shape(scan, scan.output.indices, None))
    case FilterExec(condition, child) if selects(condition) =>
      shape(child).filter(below => condition.references.subsetOf(AttributeSet(below.source.output))).map { below =>
        below.copy(condition = Some(below.condition.fold(condition)(And(_, condition))))
      }
    case ProjectExec(list, child) =>
      val picked = list.collect {
        case column: Attribute => column
        case Alias(column: Attribute, _) => column
      }
      val places = picked.map(column => child.output.indexWhere(_.exprId == column.exprId))
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
