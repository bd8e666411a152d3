package okibi.spark.sql.plan

import org.apache.spark.sql.catalyst.expressions.SortOrder
import org.apache.spark.sql.catalyst.plans.InnerLike
import org.apache.spark.sql.catalyst.plans.physical._
import org.apache.spark.sql.catalyst.optimizer.{BuildLeft, BuildRight}
import org.apache.spark.sql.execution._
import org.apache.spark.sql.execution.adaptive.AQEShuffleReadExec
import org.apache.spark.sql.execution.aggregate.BaseAggregateExec
import org.apache.spark.sql.execution.exchange.{BroadcastExchangeLike, ShuffleExchangeLike}
import org.apache.spark.sql.execution.joins.{
  BroadcastHashJoinExec,
  BroadcastNestedLoopJoinExec,
  ShuffledHashJoinExec,
  SortMergeJoinExec
}
import org.apache.spark.sql.execution.window.{WindowExec, WindowGroupLimitExec}

/** How the scans below a node of a plan may be cut, so that nothing above the node can tell: not in this job, not in another job
  * over the same table, not when a task is run again.
  *
  * Operators are known to be insensitive one by one. Below an operator that is not known, in the whole plan under it, every scan
  * is [[Cut.Fixed]]. Only the side of a broadcast is free by itself: its rows reach the driver in the order of the partitions.
  *
  * @param here   of scans that no exchange stands above
  * @param beyond of scans beyond the next exchange
  */
private[plan] final case class Freedom(here: Cut, beyond: Cut)

private[plan] object Freedom {
  private val none = Freedom(Cut.Fixed, Cut.Fixed)

  /** Of a plan whose rows are brought to the driver, where nobody sees partitions. What is written, cached, checkpointed or given
    * out as an RDD has none: see [[CollectDetector]].
    */
  val collected: Freedom = Freedom(Cut.Once, Cut.Free)

  /** Of a stage whose surroundings were judged before. */
  val unlimited: Freedom = Freedom(Cut.Free, Cut.Free)

  /** What a node lets the plan of one of its children do, when the node itself may do `own`. */
  def ofChild(parent: SparkPlan, child: SparkPlan, own: Freedom): Freedom = {
    val at = parent.children.indexWhere(_ eq child)
    val passed = pass(parent, at, own)
    if (reliesOnPlace(parent, child, at)) passed.copy(here = Cut.Fixed) else passed
  }

  private def pass(parent: SparkPlan, at: Int, own: Freedom): Freedom = parent match {
    case _: BroadcastExchangeLike => Freedom(Cut.InOrder, own.beyond)
    case _ if own == none || !Insensitivity.ofExpressions(parent) => none
    case exchange: ShuffleExchangeLike => ofShuffle(exchange.outputPartitioning, own)
    // The rows at the start and at the end of a table stay there; behind an exchange there is no order to rely on.
    case _: CollectLimitExec | _: CollectTailExec => Freedom(own.beyond.min(Cut.InOrder), Cut.Fixed)
    // Takes the first rows of each task unasked when these are sorted.
    case top: TakeOrderedAndProjectExec =>
      Freedom(
        if (SortOrder.orderingSatisfies(top.child.outputOrdering, top.sortOrder)) Cut.Fixed else own.beyond,
        own.beyond
      )
    case aggregate: BaseAggregateExec => if (Insensitivity.ofAggregate(aggregate)) own else none
    case window: WindowExec => if (Insensitivity.ofWindow(window)) own else none
    case limit: WindowGroupLimitExec => if (Insensitivity.ofRank(limit.rankLikeFunction)) own else none
    case _: FilterExec | _: ProjectExec | _: ExpandExec | _: SortExec | _: ColumnarToRowExec | _: RowToColumnarExec |
        _: AQEShuffleReadExec =>
      own
    case generate: GenerateExec => if (Insensitivity.ofGenerator(generate.generator)) own else none
    // A union asks its children for their partitions before the plan above it is made: too early to forget anything.
    case union: UnionExec =>
      if (union.outputPartitioning.isInstanceOf[UnknownPartitioning] && own.here != Cut.Once) own
      else own.copy(here = Cut.Fixed)
    case _: BroadcastHashJoinExec | _: SortMergeJoinExec | _: ShuffledHashJoinExec => own
    case join: BroadcastNestedLoopJoinExec =>
      val isBuilt = at == (if (join.buildSide == BuildLeft) 0 else 1)
      if (isBuilt || join.joinType.isInstanceOf[InnerLike]) own else own.copy(here = Cut.Fixed)
    case _ => none
  }

  /** A row's partition depends on the row alone after hashing, and on a sample of each task after ranging. Dealing rows out in turn
    * depends on their places in the task (SPARK-23207), and of other ways nothing is known.
    */
  private def ofShuffle(to: Partitioning, own: Freedom): Freedom = to match {
    case _: HashPartitioning | SinglePartition => Freedom(own.beyond, own.beyond)
    case _: RangePartitioning => Freedom(Cut.Fixed, own.beyond)
    case _ => none
  }

  /** Whether the node was planned by which rows share a task, or by their order in it. */
  private def reliesOnPlace(parent: SparkPlan, child: SparkPlan, at: Int): Boolean =
    !parent.isInstanceOf[BroadcastExchangeLike] &&
      (parent.requiredChildDistribution(at) != UnspecifiedDistribution || parent
        .requiredChildOrdering(at)
        .nonEmpty && !child.isInstanceOf[SortExec])
}
