package okibi.core.metric

/** One sentence on what happened to the cached partitions of an application. */
object CacheSummary {

  /** @param figures totals over all executors, by metric name */
  def apply(figures: Map[String, Long]): String = {
    def of(metric: Metric): Long = figures.getOrElse(metric.name, 0L)
    def megabytes(metric: Metric): Long = of(metric) >> 20
    def seconds(metric: Metric): String = f"${of(metric) / 1e9}%.1f s"
    s"cached partitions were read ${of(CacheMetrics.memoryHits)} times from memory, ${of(CacheMetrics.diskHits)} " +
      s"from disk, ${of(CacheMetrics.remoteHits)} from other executors, computed ${of(CacheMetrics.computed)} times " +
      s"and recomputed ${of(CacheMetrics.recomputed)} times; " +
      s"${of(CacheMetrics.dropped)} were evicted (${megabytes(CacheMetrics.droppedBytes)} MB, " +
      s"${of(CacheMetrics.droppedClean)} without a write), ${of(CacheMetrics.refused)} were kept out of memory, " +
      s"${of(CacheMetrics.readmitted)} returned to memory, ${of(CacheMetrics.readmissionsRefused)} stayed on disk; " +
      s"serialising took ${seconds(CacheMetrics.serializeNs)}, deserialising " +
      seconds(CacheMetrics.deserializeNs) + decisions(figures)
  }

  private def decisions(figures: Map[String, Long]): String = {
    val counts = AdmissionMetrics.counts(figures).map { case (reason, count) => s"$count ${reason.code}" }
    if (counts.isEmpty) "" else counts.mkString("; decisions: ", ", ", "")
  }
}
