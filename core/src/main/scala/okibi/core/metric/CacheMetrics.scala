package okibi.core.metric

import okibi.core.metric.MetricUnit.{Bytes, Count}

/** The metrics of the block store, counted on each executor. */
object CacheMetrics {
  val memoryHits: Metric = Metric.counter("memoryHits", Count, "Reads of a cached partition from memory.")
  val diskHits: Metric = Metric.counter("diskHits", Count, "Reads of a cached partition from local disk.")
  val remoteHits: Metric =
    Metric.counter("remoteHits", Count, "Reads of a cached partition from another executor.")
  val computed: Metric =
    Metric.counter("computed", Count, "Cached partitions that an executor computed for its first time.")
  val recomputed: Metric = Metric.counter(
    "recomputed",
    Count,
    "Cached partitions that an executor computed again."
  )
  val refused: Metric =
    Metric.counter("refused", Count, "Partitions that were refused memory when they were computed.")
  val readmitted: Metric = Metric.counter("readmitted", Count, "Partitions that returned from disk to memory.")
  val readmissionsRefused: Metric =
    Metric.counter("readmissionsRefused", Count, "Partitions that were read from disk and stayed there.")
  val unrollsFailed: Metric =
    Metric.counter("unrollsFailed", Count, "Unrolls that were begun and abandoned for lack of memory.")
  val dropped: Metric = Metric.counter("dropped", Count, "Partitions that were evicted from memory to make room.")
  val droppedBytes: Metric = Metric.counter("droppedBytes", Bytes, "Bytes of memory that evictions freed.")
  val droppedClean: Metric =
    Metric.counter("droppedClean", Count, "Evictions without a write, because the partition was on disk already.")
  val cleaned: Metric =
    Metric.counter("cleaned", Count, "Partitions that the cleaner wrote to disk before their memory was needed.")
  val cleanedBytes: Metric =
    Metric.counter("cleanedBytes", Bytes, "Bytes in memory of the partitions that the cleaner wrote to disk.")
  val serializeNs: Metric = Metric.timer("serializeNs", "Time to serialise partitions of cached RDDs.")
  val deserializeNs: Metric = Metric.timer("deserializeNs", "Time to deserialise partitions of cached RDDs.")
  val writtenBytes: Metric =
    Metric.counter("writtenBytes", Bytes, "Bytes that partitions of cached RDDs were serialised to.")
  val readBytes: Metric =
    Metric.counter("readBytes", Bytes, "Bytes that partitions of cached RDDs were deserialised from.")
  val fallbacks: Metric =
    Metric.counter("fallbacks", Count, "RDDs whose records Okibi's serializer left to Spark's own serializer.")

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
