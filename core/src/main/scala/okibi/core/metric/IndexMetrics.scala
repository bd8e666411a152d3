package okibi.core.metric

import okibi.core.metric.MetricUnit.{Bytes, Count}

/** What the indexes of cached RDDs count. */
object IndexMetrics {
  val partitionsPruned: Metric = Metric.counter(
    "partitionsPruned",
    Count,
    "Partitions of indexed RDDs for which no task was launched, as they cannot hold what was asked for. Counted at the driver."
  )
  val partitionsKept: Metric = Metric.counter(
    "partitionsKept",
    Count,
    "Partitions of indexed RDDs that were asked for something that they may hold, or that had no filter. Counted at the driver."
  )
  val indexBytes: Metric =
    Metric.gauge("indexBytes", Bytes, "Heap that filters of indexed RDDs take at the driver now.")
  val filtersReceived: Metric = Metric.counter("filtersReceived", Count, "Filters that tasks brought to the driver.")
  val filtersReceivedBytes: Metric =
    Metric.counter("filtersReceivedBytes", Bytes, "Bytes of the filters that tasks brought to the driver.")

  /** Counted at the driver. */
  val driver: Seq[Metric] = Seq(partitionsPruned, partitionsKept, indexBytes, filtersReceived, filtersReceivedBytes)

  val filtersBuilt: Metric =
    Metric.counter("filtersBuilt", Count, "Filters that executors built while partitions were cached.")
  val blocksSkipped: Metric = Metric.counter(
    "blocksSkipped",
    Count,
    "Tasks that did not touch their cached partition, as the executor's own filter said that it cannot match."
  )
  val executorFilterBytes: Metric =
    Metric.gauge("executorFilterBytes", Bytes, "Heap that filters of indexed RDDs take on executors now.")

  /** Counted on each executor. */
  val executor: Seq[Metric] = Seq(filtersBuilt, blocksSkipped, executorFilterBytes)

  val all: Seq[Metric] = driver ++ executor
}
