package okibi.core.metric

/** What Okibi did with cached data, in a sentence. */
object CacheSummary {

  /** @param figures totals over all executors, by metric name */
  def apply(figures: Map[String, Long]): String = {
    def of(metric: Metric): Long = figures.getOrElse(metric.name, 0L)
    def megabytes(metric: Metric): Long = of(metric) >> 20
    def seconds(metric: Metric): String = f"${of(metric) / 1e9}%.1f s"
    s"cached partitions were read ${of(CacheMetrics.memoryHits)} times from memory, ${of(CacheMetrics.diskHits)} from disk, " +
      s"${of(CacheMetrics.remoteHits)} from other executors, computed ${of(CacheMetrics.computed)} times and ${of(CacheMetrics.recomputed)} " +
      s"times again; ${of(CacheMetrics.dropped)} dropped (${megabytes(CacheMetrics.droppedBytes)} MB, ${of(CacheMetrics.droppedClean)} " +
      s"without a write), ${of(CacheMetrics.refused)} kept out of memory, ${of(CacheMetrics.readmitted)} moved back, " +
      s"${of(CacheMetrics.readmissionsRefused)} left on disk; serialising took ${seconds(CacheMetrics.serializeNs)}, reading back " +
      seconds(CacheMetrics.deserializeNs) + decisions(figures)
  }

  private def decisions(figures: Map[String, Long]): String = {
    val made = AdmissionMetrics.made(figures).map { case (reason, count) => s"$count ${reason.code}" }
    if (made.isEmpty) "" else made.mkString("; decisions: ", ", ", "")
  }
}
