package okibi.bench.job

import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper
import org.apache.spark.sql.execution.joins.{BaseJoinExec, HashJoin}

/** The joins of a query as it ran in the end: how many there are of each kind, as metrics `<query>.joins.<kind>`. A hash join whose other side is
  * made a table of is another kind.
  */
object JoinKinds extends AdaptiveSparkPlanHelper {

  def of(plan: SparkPlan): Map[String, Int] = collectWithSubqueries(plan) { case join: BaseJoinExec => kind(join) }.groupBy(identity).map { case (kind, all) => kind -> all.size }

  private def kind(join: BaseJoinExec): String = join match {
    case hash: HashJoin => s"${join.nodeName} ${hash.buildSide}"
    case other => other.nodeName
  }

  def metric(query: String, kind: String): String = s"${prefix(query)}$kind"

  /** The kinds of a query's joins, read back from the metrics of a run. */
  def ofMetrics(query: String, metrics: Map[String, Double]): Map[String, Int] =
    metrics.collect { case (name, count) if name.startsWith(prefix(query)) => name.stripPrefix(prefix(query)) -> count.toInt }

  private def prefix(query: String): String = s"$query.joins."
}
