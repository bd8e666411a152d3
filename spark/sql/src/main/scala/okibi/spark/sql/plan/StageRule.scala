package okibi.spark.sql.plan

import org.apache.spark.sql.catalyst.SQLConfHelper
import org.apache.spark.sql.catalyst.optimizer.BuildLeft
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.adaptive.TableCacheQueryStageExec
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec
import org.apache.spark.sql.execution.joins.BroadcastHashJoinExec

/** Tells each scan of a cached table what its stage lets it do, and gives it the keys of joins above it. Runs on a plan that is
  * about to be executed: the whole one, or with adaptive execution that of a stage.
  */
private[plan] object StageRule extends SQLConfHelper {
  val name = "okibi.tables.stage"

  def apply(plan: SparkPlan): SparkPlan = {
    val settings = new SessionSettings(conf)
    if (settings.scan) visit(plan, Freedom.IfCollected, Nil, settings) else plan
  }

  /** @param wanted joins whose keys rows of this plan must match */
  private def visit(plan: SparkPlan, freedom: Freedom, wanted: Seq[JoinSide], settings: SessionSettings): SparkPlan = plan match {
    case scan: InMemoryTableScanExec => ScanRule.pruned(scan).fold[SparkPlan](scan)(complete(_, freedom, wanted))
    // The stage has filled the cache, if it had to; what remains is the scan, which now knows more than its stage did.
    case TableCacheQueryStageExec(_, scan: InMemoryTableScanExec) => visit(scan, freedom, wanted, settings)
    // The broadcast side first: what its keys are asked from must be the very plan that the join broadcasts.
    case join: BroadcastHashJoinExec =>
      val build = if (join.buildSide == BuildLeft) 0 else 1
      val built = join.withNewChildren(join.children.updated(build, visitChild(join, build, freedom, Nil, settings)))
      built.withNewChildren(built.children.updated(1 - build, visitChild(built, 1 - build, freedom, wanted, settings)))
    case other => other.withNewChildren(other.children.indices.map(visitChild(other, _, freedom, wanted, settings)))
  }

  private def visitChild(parent: SparkPlan, at: Int, freedom: Freedom, wanted: Seq[JoinSide], settings: SessionSettings): SparkPlan = {
    val child = parent.children(at)
    visit(child, Freedom.ofChild(parent, child, freedom), JoinSide.ofChild(parent, child, wanted, settings), settings)
  }

  private def complete(scan: PrunedTableScan, freedom: Freedom, wanted: Seq[JoinSide]): SparkPlan = {
    val filters = wanted.flatMap(_.filter(scan.output))
    val completed = new PrunedTableScan(scan.attributes, scan.predicates, scan.relation, freedom, filters)
    completed.copyTagsFrom(scan)
    completed
  }
}
