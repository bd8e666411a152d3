package okibi.spark.sql.plan

import org.apache.spark.sql.catalyst.SQLConfHelper
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec

/** Puts [[PrunedTableScan]] where Spark planned its own scan of a cached table. For plans whose stages are not known yet:
  * [[StageRule]] completes it.
  */
private[plan] object ScanRule extends SQLConfHelper {
  val name = "okibi.tables.scan"

  def apply(plan: SparkPlan): SparkPlan =
    if (new SessionSettings(conf).scan) plan.transformUp { case scan: InMemoryTableScanExec =>
      pruned(scan).getOrElse(scan)
    }
    else plan

  /** The same for a whole plan that adaptive execution is going to take apart. Its stages are seen one by one later, without what
    * stands above them: each scan is told here.
    */
  def prepare(plan: SparkPlan): SparkPlan = {
    val scanning = apply(plan)
    val cuts = new ScanCuts(scanning, Freedom.collected)
    scanning.transformUp { case scan: PrunedTableScan =>
      scan.withCut(cuts.of(scan), whenCollected = true, scan.joinFilters)
    }
  }

  /** Nothing for a scan of another plugin, which would lose what it adds. */
  def pruned(scan: InMemoryTableScanExec): Option[PrunedTableScan] = scan match {
    case already: PrunedTableScan => Some(already)
    case stock if stock.getClass == classOf[InMemoryTableScanExec] =>
      Some(
        new PrunedTableScan(stock.attributes, stock.predicates, stock.relation, Cut.Fixed, whenCollected = true, Nil)
      )
    case _ => None
  }
}
