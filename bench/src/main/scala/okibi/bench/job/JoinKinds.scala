package okibi.bench.job

import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.joins.BaseJoinExec

/** The joins of a query as it ran in the end: how many there are of each kind, as metrics `<query>.joins.<kind>`. */
object JoinKinds extends AdaptiveSparkPlanHelper {

  /** Nodes of the plan that join, by their names without "Exec". */
  def of(plan: SparkPlan): Map[String, Int] =
    collectWithSubqueries(plan) { case join: BaseJoinExec => join.getClass.getSimpleName.stripSuffix("Exec") }.groupBy(identity).map { case (kind, all) => kind -> all.size }

  def metric(query: String, kind: String): String = s"${prefix(query)}$kind"

  /** The kinds of a query's joins, read back from the metrics of a run. */
  def ofMetrics(query: String, metrics: Map[String, Double]): Map[String, Int] =
    metrics.collect { case (name, count) if name.startsWith(prefix(query)) => name.stripPrefix(prefix(query)) -> count.toInt }

  private def prefix(query: String): String = s"$query.joins."
}
