package okibi.bench.query

import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanExec
import org.apache.spark.sql.execution.joins.{BaseJoinExec, HashJoin}

/** The joins that Spark planned for a query from the statistics of its tables: the number of joins of each kind, as
  * metrics `<query>.joins.<kind>`. Hash joins that build a table of the left side and of the right side are different
  * kinds.
  *
  * Changes by adaptive execution are left out: they depend on which stage ends first, so that two runs of stock Spark
  * differ too.
  */
object JoinKinds {

  def of(plan: SparkPlan): Map[String, Int] = joins(plan).groupBy(kind).map { case (kind, all) => kind -> all.size }

  private def joins(plan: SparkPlan): Seq[BaseJoinExec] = plan match {
    case adaptive: AdaptiveSparkPlanExec => joins(adaptive.initialPlan)
    case node =>
      Seq(node).collect { case join: BaseJoinExec => join } ++ (node.children ++ node.subqueries).flatMap(joins)
  }

  private def kind(join: BaseJoinExec): String = join match {
    case hash: HashJoin => s"${join.nodeName} ${hash.buildSide}"
    case other => other.nodeName
  }

  /** The metrics of a query. */
  def metrics(query: String, plan: SparkPlan): Map[String, Double] = of(plan).map { case (kind, count) =>
    s"${prefix(query)}$kind" -> count.toDouble
  }

  /** The kinds of a query's joins, from the metrics of a run. */
  def ofMetrics(query: String, metrics: Map[String, Double]): Map[String, Int] =
    metrics.collect {
      case (name, count) if name.startsWith(prefix(query)) => name.stripPrefix(prefix(query)) -> count.toInt
    }

  private def prefix(query: String): String = s"$query.joins."
}
