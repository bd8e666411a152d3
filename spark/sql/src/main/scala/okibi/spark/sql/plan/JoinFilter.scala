package okibi.spark.sql.plan

import okibi.spark.sql.predicate.ScanPredicates

import org.apache.spark.sql.catalyst.expressions.{ExprId, Expression, Unevaluable}
import org.apache.spark.sql.execution.{BaseSubqueryExec, ExecSubqueryExpression, ReusedSubqueryExec}
import org.apache.spark.sql.types.{BooleanType, DataType}

/** States that columns of a scan match the keys of a join's other side. It serves only to choose partitions and
  * batches; the join matches the rows. As a subquery expression it has its result before the scan runs.
  *
  * @param columns the scan's side of the join condition, each with its position in the join's keys
  * @param plan    gives the keys: a [[JoinKeysExec]], or a reused one
  */
final case class JoinFilter(columns: Seq[(Int, Expression)], plan: BaseSubqueryExec, exprId: ExprId)
    extends ExecSubqueryExpression
    with Unevaluable {

  @transient @volatile private var collected: Option[JoinKeys] = None

  override def children: Seq[Expression] = columns.map(_._2)
  override def dataType: DataType = BooleanType
  override def nullable: Boolean = false
  override def withNewPlan(plan: BaseSubqueryExec): JoinFilter = copy(plan = plan)
  override def toString: String = s"${children.mkString("(", ", ", ")")} IN ${plan.name}"

  /** What the keys say of the scan's rows; nothing before the keys are collected. */
  private[plan] def predicates: ScanPredicates = collected.fold(ScanPredicates.none)(_.predicates(columns))

  override def updateResult(): Unit = collected = Some(keys(plan).keys)

  private def keys(plan: BaseSubqueryExec): JoinKeysExec = plan match {
    case keys: JoinKeysExec => keys
    case reused: ReusedSubqueryExec => keys(reused.child)
    case other =>
      throw new IllegalStateException(
        s"Okibi: a join filter cannot read the keys of ${other.nodeName}. This is a bug of Okibi, please report it."
      )
  }

  override lazy val canonicalized: Expression = JoinFilter(
    columns.map { case (at, column) => (at, column.canonicalized) },
    plan.canonicalized.asInstanceOf[BaseSubqueryExec],
    ExprId(0)
  )

  override protected def withNewChildrenInternal(newChildren: IndexedSeq[Expression]): Expression =
    copy(columns = columns.map(_._1).zip(newChildren))
}
