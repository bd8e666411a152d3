package okibi.spark.sql.plan

import org.apache.spark.sql.catalyst.SQLConfHelper
import org.apache.spark.sql.catalyst.optimizer.BuildLeft
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.adaptive.{FilledTableStage, TableCacheQueryStageExec}
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec
import org.apache.spark.sql.execution.exchange.ShuffleExchangeLike
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec

/** Tells each scan of a cached table how it may be cut, and gives it the keys of joins above it. Runs on a plan that is about to be
  * executed: the whole one, or with adaptive execution that of a stage.
  */
private[plan] object StageRule extends SQLConfHelper {
  val name = "okibi.tables.stage"

  def apply(plan: SparkPlan): SparkPlan = {
    val settings = new SessionSettings(conf)
    if (settings.scan) new StageRule(settings, plan).visit(plan, Nil) else plan
  }
}

private final class StageRule(settings: SessionSettings, plan: SparkPlan) {

  /** A stage of adaptive execution that writes a shuffle. Another thread may run it, so who asks for the rows shows now. */
  private val isShuffleStage =
    plan.isInstanceOf[ShuffleExchangeLike] && plan.exists(_.isInstanceOf[TableCacheQueryStageExec])
  private val isCollected = isShuffleStage && CollectDetector.now
  private val cuts = new ScanCuts(plan, if (isShuffleStage) Freedom.unlimited else Freedom.collected)

  /** @param wanted joins whose keys rows of this plan must match */
  def visit(plan: SparkPlan, wanted: Seq[JoinSide]): SparkPlan = plan match {
    case scan: InMemoryTableScanExec =>
      ScanRule
        .pruned(scan)
        .fold[SparkPlan](scan)(pruned => pruned.withCut(cuts.of(scan), whenCollected = true, filters(pruned, wanted)))
    case stage @ TableCacheQueryStageExec(_, scan: PrunedTableScan) =>
      FilledTableStage(stage, scan.withCut(ofStage(scan), !isShuffleStage, filters(scan, wanted)))
    // The broadcast side first: what its keys are asked from must be the very plan that the join broadcasts.
    case join: BroadcastHashJoinExec =>
      val build = if (join.buildSide == BuildLeft) 0 else 1
      val built = join.withNewChildren(join.children.updated(build, visitChild(join, build, Nil)))
      built.withNewChildren(built.children.updated(1 - build, visitChild(built, 1 - build, wanted)))
    case other => other.withNewChildren(other.children.indices.map(visitChild(other, _, wanted)))
  }

  private def visitChild(parent: SparkPlan, at: Int, wanted: Seq[JoinSide]): SparkPlan = {
    val child = parent.children(at)
    visit(child, JoinSide.ofChild(parent, child, wanted, settings))
  }

  private def filters(scan: PrunedTableScan, wanted: Seq[JoinSide]): Seq[JoinFilter] =
    wanted.flatMap(_.filter(scan.output))

  /** What the stage lets a scan do, and what the whole plan did when it was prepared. */
  private def ofStage(scan: PrunedTableScan): Cut =
    if (isShuffleStage && !isCollected) Cut.Fixed else cuts.of(scan).min(scan.cut)
}
