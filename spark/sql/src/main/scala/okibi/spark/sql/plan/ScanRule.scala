package okibi.spark.sql.plan

import org.apache.spark.sql.catalyst.SQLConfHelper
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec

/** Replaces Spark's own scan of a cached table by [[PrunedTableScan]], in plans whose stages are not known yet.
  * [[StageRule]] completes the scan.
  */
private[plan] object ScanRule extends SQLConfHelper {
  val name = "okibi.tables.scan"

  def apply(plan: SparkPlan): SparkPlan =
    if (new SessionSettings(conf).scan) plan.transformUp { case scan: InMemoryTableScanExec =>
      pruned(scan).getOrElse(scan)
    }
    else plan

  /** The same for a whole plan before adaptive execution splits it into stages. Later rules see the stages one by one,
    * without the plan above them, so each scan gets its cut here.
    */
  def prepare(plan: SparkPlan): SparkPlan = {
    val scanning = apply(plan)
    val cuts = new ScanCuts(scanning, Freedom.collected)
    scanning.transformUp { case scan: PrunedTableScan =>
      scan.withCut(cuts.of(scan), whenCollected = true, scan.joinFilters)
    }
  }

  /** The scan as Okibi's; nothing for a scan of another plugin, which would lose what it adds. */
  def pruned(scan: InMemoryTableScanExec): Option[PrunedTableScan] = scan match {
    case already: PrunedTableScan => Some(already)
    case stock if stock.getClass == classOf[InMemoryTableScanExec] =>
      Some(
        new PrunedTableScan(stock.attributes, stock.predicates, stock.relation, Cut.Fixed, whenCollected = true, Nil)
      )
    case _ => None
  }
}
