package okibi.bench.query

import okibi.bench.workload.JvmUsage

import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper

/** The cost of one run of a query, from its text to its rows at the driver.
  *
  * @param scans sums of the metrics of the scans of cached tables
  */
final case class QuerySample(seconds: Double, usage: JvmUsage, scans: Map[String, Double]) {

  /** The sample of a pass as metrics. Metrics that are sums include the earlier passes. */
  def metrics(query: String, pass: Int, earlier: Map[String, Double]): Map[String, Double] = {
    def sum(name: String, value: Double): (String, Double) = name -> (earlier.getOrElse(name, 0.0) + value)
    Map(
      QuerySample.secondsOf(query, pass) -> seconds,
      sum(s"$query.cpuSeconds", usage.cpuSeconds),
      sum(s"$query.gcMs", usage.gcMs)
    ) ++
      scans.map { case (name, value) => s"$query.$name" -> value }
  }
}

object QuerySample extends AdaptiveSparkPlanHelper {

  /** Metrics of Okibi's scan of a cached table, by their names in the node of the plan. Stock's scan has none of them.
    */
  val partitions = "partitionsTotal"
  val partitionsSkipped = "partitionsSkipped"
  val batchesRead = "batchesRead"
  val batchesSkipped = "batchesSkipped"
  private val scanMetrics = Seq(partitions, partitionsSkipped, batchesRead, batchesSkipped)

  def secondsOf(query: String, pass: Int): String = s"$query.${pass}Seconds"

  def of(query: => DataFrame): (Seq[Row], QuerySample) = {
    val before = JvmUsage.now
    val start = System.nanoTime
    val frame = query
    val rows = frame.collect()
    val seconds = (System.nanoTime - start) / 1e9
    (rows.toSeq, QuerySample(seconds, JvmUsage.now - before, scans(frame)))
  }

  private def scans(frame: DataFrame): Map[String, Double] = {
    val nodes = collectWithSubqueries(frame.queryExecution.executedPlan) {
      case node if node.metrics.contains(partitionsSkipped) => node.metrics
    }
    if (nodes.isEmpty) Map.empty
    else scanMetrics.map(name => name -> nodes.flatMap(_.get(name)).map(_.value.toDouble).sum).toMap
  }
}
