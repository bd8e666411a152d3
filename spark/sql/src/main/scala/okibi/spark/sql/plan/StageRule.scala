package okibi.spark.sql.plan

import org.apache.spark.sql.catalyst.SQLConfHelper
import org.apache.spark.sql.catalyst.optimizer.BuildLeft
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.adaptive.{FilledTableStage, TableCacheQueryStageExec}
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec
import org.apache.spark.sql.execution.exchange.ShuffleExchangeLike
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec

/** Gives each scan of a cached table its cut, and the keys of the joins above it. Runs on a plan that is about to be
  * executed: the whole plan, or with adaptive execution the plan of a stage.
  */
private[plan] object StageRule extends SQLConfHelper {
  val name = "okibi.tables.stage"

  def apply(plan: SparkPlan): SparkPlan = {
    val settings = new SessionSettings(conf)
    if (settings.scan) new StageRule(settings, plan).visit(plan, Nil) else plan
  }
}

private final class StageRule(settings: SessionSettings, plan: SparkPlan) {

  /** Whether the plan is a stage of adaptive execution that writes a shuffle. Another thread may run the stage, so its
    * caller must be found now.
    */
  private val isShuffleStage =
    plan.isInstanceOf[ShuffleExchangeLike] && plan.exists(_.isInstanceOf[TableCacheQueryStageExec])
  private val isCollected = isShuffleStage && CollectDetector.isCollecting
  private val cuts = new ScanCuts(plan, if (isShuffleStage) Freedom.unlimited else Freedom.collected)

  /** @param joins whose keys the rows of this plan must match */
  def visit(plan: SparkPlan, joins: Seq[JoinSide]): SparkPlan = plan match {
    case scan: InMemoryTableScanExec =>
      ScanRule
        .pruned(scan)
        .fold[SparkPlan](scan)(pruned => pruned.withCut(cuts.of(scan), whenCollected = true, filters(pruned, joins)))
    case stage @ TableCacheQueryStageExec(_, scan: PrunedTableScan) =>
      FilledTableStage(stage, scan.withCut(ofStage(scan), !isShuffleStage, filters(scan, joins)))
    // The broadcast side comes first: keys must be taken from the very plan that the join broadcasts.
    case join: BroadcastHashJoinExec =>
      val build = if (join.buildSide == BuildLeft) 0 else 1
      val built = join.withNewChildren(join.children.updated(build, visitChild(join, build, Nil)))
      built.withNewChildren(built.children.updated(1 - build, visitChild(built, 1 - build, joins)))
    case other => other.withNewChildren(other.children.indices.map(visitChild(other, _, joins)))
  }

  private def visitChild(parent: SparkPlan, at: Int, joins: Seq[JoinSide]): SparkPlan = {
    val child = parent.children(at)
    visit(child, JoinSide.ofChild(parent, child, joins, settings))
  }

  private def filters(scan: PrunedTableScan, joins: Seq[JoinSide]): Seq[JoinFilter] =
    joins.flatMap(_.filter(scan.output))

  /** The cut that both the stage and the prepared plan allow. */
  private def ofStage(scan: PrunedTableScan): Cut =
    if (isShuffleStage && !isCollected) Cut.Fixed else cuts.of(scan).min(scan.cut)
}
