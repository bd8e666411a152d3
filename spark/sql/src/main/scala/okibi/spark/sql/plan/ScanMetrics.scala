package okibi.spark.sql.plan

import org.apache.spark.SparkContext
import org.apache.spark.sql.execution.SQLExecution
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}

/** The metrics of a scan on the SQL page. */
private[plan] object ScanMetrics {
  val rows = "numOutputRows"
  val partitions = "partitionsTotal"
  val partitionsSkipped = "partitionsSkipped"
  val tasks = "scanTasks"
  val batchesRead = "batchesRead"
  val batchesSkipped = "batchesSkipped"
  val rowsDropped = "rowsDropped"

  private val described = Seq(
    rows -> "number of output rows",
    partitions -> "number of cached partitions",
    partitionsSkipped -> "cached partitions skipped",
    tasks -> "scan tasks",
    batchesRead -> "batches read",
    batchesSkipped -> "batches skipped",
    rowsDropped -> "rows dropped in the scan"
  )

  private def ofRule(rule: String): String = s"skippedBy.$rule"

  /** @param rules the names of the rules that skip partitions */
  def create(context: SparkContext, rules: Seq[String]): Map[String, SQLMetric] =
    (described ++ rules.map(rule => ofRule(rule) -> s"cached partitions skipped by $rule")).map { case (key, text) =>
      key -> SQLMetrics.createMetric(context, text)
    }.toMap

  /** Publishes the decisions of the driver, and zero for all other metrics: the SQL page omits a metric that was never
    * published.
    */
  def publish(context: SparkContext, metrics: Map[String, SQLMetric], summary: ScanSummary): Unit = {
    val values =
      Seq(partitions -> summary.total, partitionsSkipped -> (summary.total - summary.read), tasks -> summary.tasks) ++
        summary.skippedBy.map { case (rule, skipped) => ofRule(rule) -> skipped }
    val decided = values.flatMap { case (key, value) =>
      metrics.get(key).map { metric =>
        metric.set(value.toLong)
        metric
      }
    }
    val others = metrics.values.filter(_.value == 0L)
    SQLMetrics.postDriverMetricUpdates(
      context,
      context.getLocalProperty(SQLExecution.EXECUTION_ID_KEY),
      (decided ++ others).distinct
    )
  }
}
