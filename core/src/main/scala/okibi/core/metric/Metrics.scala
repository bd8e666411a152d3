package okibi.core.metric

/** All metrics. */
object Metrics {
  val all: Seq[Metric] = CacheMetrics.all ++ TableMetrics.all ++ IndexMetrics.all
}
