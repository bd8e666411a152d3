package okibi.spark.sql.plan

import org.apache.spark.sql.catalyst.expressions.{ExprId, Expression, Unevaluable}
import org.apache.spark.sql.execution.{BaseSubqueryExec, ExecSubqueryExpression, ReusedSubqueryExec}
import org.apache.spark.sql.types.{BooleanType, DataType}

/** That columns of a scan match the keys of a join's other side, for choosing partitions and batches only: rows are left to the
  * join. As a subquery expression it is waited for before the scan runs.
  *
  * @param columns the scan's side of the join condition, by position in the join's keys
  * @param plan    gives the keys, a [[JoinKeysExec]] or one that is reused
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

  /** What the keys say; nothing before they are there. */
  def predicates: Known = collected.fold(Known.nothing)(_.predicates(columns))

  override def updateResult(): Unit = collected = Some(keys(plan).keys)

  private def keys(plan: BaseSubqueryExec): JoinKeysExec = plan match {
    case keys: JoinKeysExec => keys
    case reused: ReusedSubqueryExec => keys(reused.child)
    case other =>
      throw new IllegalStateException(
        s"Okibi: a join filter over ${other.nodeName}. This is a bug of Okibi, please report it."
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
