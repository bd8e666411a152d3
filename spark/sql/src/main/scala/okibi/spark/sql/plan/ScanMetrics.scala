package okibi.spark.sql.plan

import org.apache.spark.SparkContext
import org.apache.spark.sql.execution.SQLExecution
import org.apache.spark.sql.execution.metric.{SQLMetric, SQLMetrics}

/** What the SQL page shows of a scan. */
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

  /** @param rules names of the rules that skip partitions */
  def create(context: SparkContext, rules: Seq[String]): Map[String, SQLMetric] =
    (described ++ rules.map(rule => ofRule(rule) -> s"cached partitions skipped by $rule")).map { case (key, text) =>
      key -> SQLMetrics.createMetric(context, text)
    }.toMap

  /** Publishes what the driver has decided, and that nothing else has come yet: the SQL page takes a metric that nobody has spoken of for lost. */
  def decided(context: SparkContext, metrics: Map[String, SQLMetric], outcome: ScanSummary): Unit = {
    val values =
      Seq(partitions -> outcome.total, partitionsSkipped -> (outcome.total - outcome.read), tasks -> outcome.tasks) ++
        outcome.skippedBy.map { case (rule, skipped) => ofRule(rule) -> skipped }
    val known = values.flatMap { case (key, value) =>
      metrics.get(key).map { metric =>
        metric.set(value.toLong)
        metric
      }
    }
    val others = metrics.values.filter(_.value == 0L)
    SQLMetrics.postDriverMetricUpdates(
      context,
      context.getLocalProperty(SQLExecution.EXECUTION_ID_KEY),
      (known ++ others).distinct
    )
  }
}
