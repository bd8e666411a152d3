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

/** How the scans below a node of a plan may be cut into tasks, so that nothing above the node can tell: not in this
  * job, not in another job over the same table, not when a task runs again.
  *
  * Each operator that is known to be insensitive is listed here. In the whole plan below any other operator every scan
  * is [[Cut.Fixed]]. Only the side of a broadcast is free by itself: its rows reach the driver in the order of the
  * partitions.
  *
  * @param here   for scans without an exchange between scan and node
  * @param beyond for scans beyond the next exchange
  */
private[plan] final case class Freedom(here: Cut, beyond: Cut)

private[plan] object Freedom {
  private val none = Freedom(Cut.Fixed, Cut.Fixed)

  /** For a plan whose rows are brought to the driver, so that nothing sees its partitions. A plan that is written,
    * cached, checkpointed or returned as an RDD has no freedom: see [[CollectDetector]].
    */
  val collected: Freedom = Freedom(Cut.Once, Cut.Free)

  /** For a stage of a plan that was analysed as a whole before. */
  val unlimited: Freedom = Freedom(Cut.Free, Cut.Free)

  /** The freedom of a child of a node.
    *
    * @param ofParent the freedom of the node itself
    */
  def ofChild(parent: SparkPlan, child: SparkPlan, ofParent: Freedom): Freedom = {
    val at = parent.children.indexWhere(_ eq child)
    val passed = pass(parent, at, ofParent)
    if (reliesOnPlace(parent, child, at)) passed.copy(here = Cut.Fixed) else passed
  }

  private def pass(parent: SparkPlan, at: Int, ofParent: Freedom): Freedom = parent match {
    case _: BroadcastExchangeLike => Freedom(Cut.InOrder, ofParent.beyond)
    case _ if ofParent == none || !Insensitivity.ofExpressions(parent) => none
    case exchange: ShuffleExchangeLike => ofShuffle(exchange.outputPartitioning, ofParent)
    // The first and the last rows of a table stay the same. Beyond an exchange there is no order to rely on.
    case _: CollectLimitExec | _: CollectTailExec => Freedom(ofParent.beyond.min(Cut.InOrder), Cut.Fixed)
    // If the rows of a task are sorted, this node takes the first ones without comparing them.
    case top: TakeOrderedAndProjectExec =>
      Freedom(
        if (SortOrder.orderingSatisfies(top.child.outputOrdering, top.sortOrder)) Cut.Fixed else ofParent.beyond,
        ofParent.beyond
      )
    case aggregate: BaseAggregateExec => if (Insensitivity.ofAggregate(aggregate)) ofParent else none
    case window: WindowExec => if (Insensitivity.ofWindow(window)) ofParent else none
    case limit: WindowGroupLimitExec => if (Insensitivity.ofRank(limit.rankLikeFunction)) ofParent else none
    case _: FilterExec | _: ProjectExec | _: ExpandExec | _: SortExec | _: ColumnarToRowExec | _: RowToColumnarExec |
        _: AQEShuffleReadExec =>
      ofParent
    case generate: GenerateExec => if (Insensitivity.ofGenerator(generate.generator)) ofParent else none
    // A union asks its children for their partitions before the RDDs above it are made. That is too early to forget
    // RDDs.
    case union: UnionExec =>
      if (union.outputPartitioning.isInstanceOf[UnknownPartitioning] && ofParent.here != Cut.Once) ofParent
      else ofParent.copy(here = Cut.Fixed)
    case _: BroadcastHashJoinExec | _: SortMergeJoinExec | _: ShuffledHashJoinExec => ofParent
    case join: BroadcastNestedLoopJoinExec =>
      val isBuilt = at == (if (join.buildSide == BuildLeft) 0 else 1)
      if (isBuilt || join.joinType.isInstanceOf[InnerLike]) ofParent else ofParent.copy(here = Cut.Fixed)
    case _ => none
  }

  /** After hashing, a row's partition depends on the row alone; after range partitioning, on a sample of each task.
    * After round-robin partitioning it depends on the row's place in the task (SPARK-23207). Nothing is known of other
    * partitionings.
    */
  private def ofShuffle(to: Partitioning, ofParent: Freedom): Freedom = to match {
    case _: HashPartitioning | SinglePartition => Freedom(ofParent.beyond, ofParent.beyond)
    case _: RangePartitioning => Freedom(Cut.Fixed, ofParent.beyond)
    case _ => none
  }

  /** Whether the plan of the node relies on which rows share a task, or on their order in it. */
  private def reliesOnPlace(parent: SparkPlan, child: SparkPlan, at: Int): Boolean =
    !parent.isInstanceOf[BroadcastExchangeLike] &&
      (parent.requiredChildDistribution(at) != UnspecifiedDistribution || parent
        .requiredChildOrdering(at)
        .nonEmpty && !child.isInstanceOf[SortExec])
}
