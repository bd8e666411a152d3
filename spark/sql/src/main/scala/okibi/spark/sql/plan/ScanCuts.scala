package okibi.spark.sql.plan

import java.util.{Collections, IdentityHashMap}

import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.adaptive.TableCacheQueryStageExec
import org.apache.spark.sql.execution.columnar.InMemoryTableScanExec

/** How each scan of a cached table in a plan may be cut into tasks. If one scan of a table is fixed, all scans of the
  * table are, so that equal parts of the plan stay equal and Spark runs them once.
  *
  * @param plan a whole plan, or a stage of one
  * @param root the freedom of the plan itself
  */
private[plan] final class ScanCuts(plan: SparkPlan, root: Freedom) {
  private val cuts = new IdentityHashMap[InMemoryTableScanExec, Cut]
  private val fixedTables = Collections.newSetFromMap(new IdentityHashMap[AnyRef, java.lang.Boolean])
  visit(plan, root)

  def of(scan: InMemoryTableScanExec): Cut =
    if (fixedTables.contains(scan.relation.cacheBuilder)) Cut.Fixed else cuts.getOrDefault(scan, Cut.Fixed)

  private def visit(node: SparkPlan, freedom: Freedom): Unit = node match {
    case scan: InMemoryTableScanExec => add(scan, freedom.here)
    case TableCacheQueryStageExec(_, scan: InMemoryTableScanExec) => add(scan, freedom.here)
    case other => other.children.foreach(child => visit(child, Freedom.ofChild(other, child, freedom)))
  }

  private def add(scan: InMemoryTableScanExec, cut: Cut): Unit = {
    if (cut == Cut.Fixed) fixedTables.add(scan.relation.cacheBuilder)
    cuts.merge(scan, cut, _.min(_))
  }
}
