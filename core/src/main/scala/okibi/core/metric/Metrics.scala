package okibi.core.metric

/** All metrics. */
object Metrics {
  val all: Seq[Metric] = CacheMetrics.all ++ IndexMetrics.all
}
