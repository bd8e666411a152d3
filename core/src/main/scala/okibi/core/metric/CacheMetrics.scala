package okibi.core.metric

import okibi.core.metric.MetricUnit.{Bytes, Count}

/** What the block store counts on each executor. */
object CacheMetrics {
  val memoryHits: Metric = Metric.counter("memoryHits", Count, "Reads of a cached partition that found it in memory.")
  val diskHits: Metric = Metric.counter("diskHits", Count, "Reads of a cached partition that found it on local disk.")
  val remoteHits: Metric =
    Metric.counter("remoteHits", Count, "Reads of a cached partition that fetched it from another executor.")
  val computed: Metric = Metric.counter("computed", Count, "Cached partitions that were computed for the first time.")
  val recomputed: Metric = Metric.counter(
    "recomputed",
    Count,
    "Cached partitions that were computed again by the executor that had computed them before."
  )
  val refused: Metric =
    Metric.counter("refused", Count, "Partitions that were not let into memory when they were computed.")
  val readmitted: Metric = Metric.counter("readmitted", Count, "Partitions that were moved from disk back to memory.")
  val readmissionsRefused: Metric =
    Metric.counter("readmissionsRefused", Count, "Partitions that were read from disk and left there.")
  val unrollsFailed: Metric =
    Metric.counter("unrollsFailed", Count, "Unrolls that were begun and given up for lack of memory.")
  val dropped: Metric = Metric.counter("dropped", Count, "Partitions that were dropped from memory to make room.")
  val droppedBytes: Metric = Metric.counter("droppedBytes", Bytes, "Bytes of memory that drops freed.")
  val droppedClean: Metric =
    Metric.counter("droppedClean", Count, "Drops that needed no write, because the partition was on disk already.")
  val cleaned: Metric = Metric.counter("cleaned", Count, "Partitions that the cleaner wrote to disk ahead of need.")
  val cleanedBytes: Metric =
    Metric.counter("cleanedBytes", Bytes, "Bytes of memory whose partitions the cleaner wrote to disk.")
  val serializeNs: Metric = Metric.timer("serializeNs", "Time spent serialising partitions of cached RDDs.")
  val deserializeNs: Metric = Metric.timer("deserializeNs", "Time spent deserialising partitions of cached RDDs.")
  val writtenBytes: Metric =
    Metric.counter("writtenBytes", Bytes, "Bytes of partitions of cached RDDs that were serialised.")
  val readBytes: Metric =
    Metric.counter("readBytes", Bytes, "Bytes of partitions of cached RDDs that were deserialised.")
  val fallbacks: Metric =
    Metric.counter("fallbacks", Count, "RDDs whose records Okibi's serializer left to Spark's own.")

  val all: Seq[Metric] = Seq(
    memoryHits,
    diskHits,
    remoteHits,
    computed,
    recomputed,
    refused,
    readmitted,
    readmissionsRefused,
    unrollsFailed,
    dropped,
    droppedBytes,
    droppedClean,
    cleaned,
    cleanedBytes,
    serializeNs,
    deserializeNs,
    writtenBytes,
    readBytes,
    fallbacks
  ) ++
    AdmissionMetrics.all
}
