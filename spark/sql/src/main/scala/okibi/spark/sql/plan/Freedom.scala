package okibi.spark.sql.plan

import org.apache.spark.sql.catalyst.optimizer.{BuildLeft, BuildRight}
import org.apache.spark.sql.catalyst.plans.InnerLike
import org.apache.spark.sql.catalyst.plans.physical.{Partitioning, RoundRobinPartitioning, UnknownPartitioning, UnspecifiedDistribution}
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec
import org.apache.spark.sql.execution.exchange.Exchange
import org.apache.spark.sql.execution.joins.{BroadcastHashJoinExec, BroadcastNestedLoopJoinExec}
import org.apache.spark.sql.execution.python.EvalPythonExec

/** What a stage lets a scan do with its partitions. */
sealed trait Freedom {

  /** The same at most, but rows stay in the order of the partitions. */
  def ordered: Freedom
}

object Freedom {

  /** One task a partition, at its place: something downstream counts on their number, their order or their keys. */
  case object Fixed extends Freedom {
    def ordered: Freedom = this
  }

  /** Any tasks that read the rows in their order, provided that the result is collected: an RDD or a file that users see
    * must have the partitions it always had. Known only when the scan runs; see [[Collecting]].
    */
  case object IfCollected extends Freedom {
    def ordered: Freedom = this
  }

  /** Any tasks that read the rows in their order. */
  case object InOrder extends Freedom {
    def ordered: Freedom = this
  }

  /** Any tasks, in any order. */
  case object Free extends Freedom {
    def ordered: Freedom = InOrder
  }

  /** What the operator lets its child do, when itself it may do `own`. Operators that are not known here fix it. */
  def ofChild(parent: SparkPlan, child: SparkPlan, own: Freedom): Freedom = parent match {
    case _: Exchange | _: TakeOrderedAndProjectExec => if (deterministic(parent)) Free else Fixed
    case _: CollectLimitExec | _: CollectTailExec => InOrder
    case _ if own == Fixed || !deterministic(parent) || !leavesAlone(parent, child, own) => Fixed
    case _: LocalLimitExec => own.ordered
    case _ => own
  }

  /** Expressions such as rand, monotonically_increasing_id and spark_partition_id speak of the partition they run in. */
  private def deterministic(plan: SparkPlan): Boolean = plan.expressions.forall(_.deterministic)

  /** Works row by row, or on whatever part of the rows a task has, and gives the partitions of this child. */
  private def leavesAlone(parent: SparkPlan, child: SparkPlan, own: Freedom): Boolean = {
    val at = parent.children.indexWhere(_ eq child)
    parent.requiredChildDistribution(at) == UnspecifiedDistribution &&
    (parent.requiredChildOrdering(at).isEmpty || child.isInstanceOf[SortExec]) &&
    (parent match {
      case _: FilterExec | _: ProjectExec | _: ExpandExec | _: GenerateExec | _: SortExec | _: BaseAggregateExec | _: LocalLimitExec |
          _: EvalPythonExec | _: ColumnarToRowExec | _: RowToColumnarExec => true
      case union: UnionExec => union.outputPartitioning.isInstanceOf[UnknownPartitioning]
      case join: BroadcastHashJoinExec => streamed(join.buildSide == BuildLeft) == at && (own != IfCollected || tellsNothing(child.outputPartitioning))
      case join: BroadcastNestedLoopJoinExec => join.joinType.isInstanceOf[InnerLike] && streamed(join.buildSide != BuildRight) == at
      case _ => false
    })
  }

  /** A broadcast join remembers the partitioning that it found when it was planned. A checkpoint that is taken of a plan that was
    * collected before believes it.
    */
  private def tellsNothing(partitioning: Partitioning): Boolean = partitioning match {
    case _: UnknownPartitioning | _: RoundRobinPartitioning => true
    case _ => false
  }

  private def streamed(buildLeft: Boolean): Int = if (buildLeft) 1 else 0
}
