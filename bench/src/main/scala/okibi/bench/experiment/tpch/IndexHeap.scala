package okibi.bench.experiment.tpch

import okibi.bench.benchmark.{BenchOptions, Sides}
import okibi.bench.runner.{Column, Experiment, Headline, Row, Variant}
import okibi.bench.workload.FilterJob
import okibi.core.conf.IndexConf
import okibi.core.metric.IndexMetrics

/** What the index of an RDD with very many partitions takes of the driver's heap: the heap in use with it less that without. */
object IndexHeap {
  private val heap = "2g"
  private val plain = "no index"
  private val usedHeap = "usedHeapBytes"

  def apply(options: BenchOptions, scale: TpchScale): Experiment = {
    val work = ujson.Obj("partitions" -> scale.indexPartitions, "keys" -> scale.indexKeys)
    Experiment(
      name = "index",
      about =
        s"an indexed RDD of ${scale.indexPartitions} partitions with ${scale.indexKeys} keys each, DISK_ONLY, heap $heap",
      variants = Seq(
        Variant(plain, IndexHeapJob.mainClass, work, heap, Sides.pluginConf),
        Variant(
          Sides.okibi,
          IndexHeapJob.mainClass,
          work,
          heap,
          Sides.pluginConf ++ Seq(FilterJob.indexKey -> "true", IndexConf.executorMemory.key -> "0")
        )
      ), // Driver and executor are one JVM here; the executor's own filters are not the driver's.
      runs = options.runs.getOrElse(scale.rounds),
      columns = Seq(
        megabytes("heap MB", usedHeap),
        megabytes("filters MB", IndexMetrics.indexBytes.name),
        Column(
          "partitions read",
          (row, _) => row.metrics.get(IndexMetrics.partitionsKept.name).filter(_ > 0).map(n => f"$n%.0f").getOrElse("-")
        )
      ),
      headlines = rows => taken(rows).map(Headline("index.heap", _, "MB", timed = false)).toSeq,
      says = rows =>
        taken(rows).map(megabytes =>
          f"The index of ${scale.indexPartitions}%d partitions takes $megabytes%.1f MB of the driver's heap, ${megabytes * (1 << 20) / scale.indexPartitions}%.0f bytes each."
        )
    )
  }

  private def taken(rows: Seq[Row]): Option[Double] = {
    def used(variant: String): Option[Double] = rows.find(_.variant.name == variant).flatMap(_.metrics.get(usedHeap))
    for (own <- used(Sides.okibi); other <- used(plain)) yield (own - other) / (1 << 20)
  }

  private def megabytes(title: String, metric: String): Column =
    Column(
      title,
      (row: Row, _: Seq[Row]) => row.metrics.get(metric).map(bytes => f"${bytes / (1 << 20)}%.1f").getOrElse("-")
    )
}
