package okibi.core.metric

import okibi.core.metric.MetricUnit.{Bytes, Count}

/** The metrics of the indexes of cached RDDs. */
object IndexMetrics {
  val partitionsPruned: Metric = Metric.counter(
    "partitionsPruned",
    Count,
    "Partitions of indexed RDDs that got no task, because they cannot hold the wanted keys. Counted at the driver."
  )
  val partitionsKept: Metric = Metric.counter(
    "partitionsKept",
    Count,
    "Partitions of indexed RDDs that got a task, because they may hold the wanted keys or have no filter. " +
      "Counted at the driver."
  )
  val indexBytes: Metric =
    Metric.gauge("indexBytes", Bytes, "Heap that filters of indexed RDDs take at the driver now.")
  val filtersReceived: Metric = Metric.counter("filtersReceived", Count, "Filters that tasks sent to the driver.")
  val filtersReceivedBytes: Metric =
    Metric.counter("filtersReceivedBytes", Bytes, "Bytes of the filters that tasks sent to the driver.")

  /** Counted at the driver. */
  val driver: Seq[Metric] = Seq(partitionsPruned, partitionsKept, indexBytes, filtersReceived, filtersReceivedBytes)

  val filtersBuilt: Metric =
    Metric.counter("filtersBuilt", Count, "Filters that executors built while partitions were cached.")
  val blocksSkipped: Metric = Metric.counter(
    "blocksSkipped",
    Count,
    "Tasks that did not read their cached partition, because the executor's own filter ruled it out."
  )
  val executorFilterBytes: Metric =
    Metric.gauge("executorFilterBytes", Bytes, "Heap that filters of indexed RDDs take on executors now.")

  /** Counted on each executor. */
  val executor: Seq[Metric] = Seq(filtersBuilt, blocksSkipped, executorFilterBytes)

  val all: Seq[Metric] = driver ++ executor
}
