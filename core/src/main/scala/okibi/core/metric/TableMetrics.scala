package okibi.core.metric

import okibi.core.metric.MetricUnit.{Bytes, Count}

/** The metrics of the files of cached tables, and of other files that Spark would not hold, on each executor. */
object TableMetrics {
  val tableFileBytes: Metric = Metric.gauge(
    "tableFileBytes",
    Bytes,
    "Bytes that the files of cached tables hold in the local directories now. The files have no name: `du` does not " +
      "find them, `df` does."
  )
  val tableMappedBytes: Metric =
    Metric.gauge("tableMappedBytes", Bytes, "Bytes of these files that are mapped into the process now.")
  val residentFileBytes: Metric = Metric.gauge(
    "residentFileBytes",
    Bytes,
    "Pages of mapped files that are in memory now, as the kernel counts them for the process: those of cached tables, " +
      "and some 50 MB of the JVM's own. 0 where there is no /proc."
  )
  val majorFaults: Metric = Metric.gauge(
    "majorFaults",
    Count,
    "Page faults of the process until now that waited for a disk. 0 where there is no /proc."
  )

  val extraDiskBytes: Metric = Metric.gauge(
    "extraDiskBytes",
    Bytes,
    "Bytes in the local directories now that Spark would not hold there: files of cached tables, and partitions that " +
      "the cleaner wrote and that are still in memory. `spark.okibi.disk.quota` limits them."
  )

  val all: Seq[Metric] = Seq(tableFileBytes, tableMappedBytes, extraDiskBytes, residentFileBytes, majorFaults)
}
