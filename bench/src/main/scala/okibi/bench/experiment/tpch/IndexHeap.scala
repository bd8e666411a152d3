package okibi.bench.experiment.tpch

import okibi.bench.benchmark.{BenchOptions, StandardVariants}
import okibi.bench.runner.{Column, Experiment, ExperimentReport, Headline, ResultRow, Variant}
import okibi.bench.workload.FilterJob
import okibi.core.conf.IndexConf
import okibi.core.metric.IndexMetrics

/** The driver's heap that the index of an RDD with very many partitions takes: the heap in use with an index less the
  * heap in use without.
  */
object IndexHeap {
  private val heap = "2g"
  private val plain = "no index"
  private val bytesPerMb = 1 << 20

  def apply(options: BenchOptions, scale: TpchScale): Experiment = {
    val size = scale.index
    val work = ujson.Obj("partitions" -> size.partitions, "keys" -> size.keysPerPartition)
    val job = IndexHeapJob.mainClass
    // Driver and executor share one JVM here, and the executor's own filters are no part of the driver's index.
    val indexConf = Seq(FilterJob.indexKey -> "true", IndexConf.executorMemory.key -> "0")
    Experiment(
      name = "index",
      about =
        s"an indexed RDD of ${size.partitions} partitions with ${size.keysPerPartition} keys each, DISK_ONLY, heap " +
          s"$heap",
      variants = Seq(
        Variant(plain, job, work, heap, StandardVariants.pluginConf),
        Variant(StandardVariants.okibi, job, work, heap, StandardVariants.pluginConf ++ indexConf)
      ),
      runs = options.runs.getOrElse(scale.rounds),
      report = ExperimentReport(
        columns = Seq(
          megabytes("heap MB", IndexHeapJob.usedHeapBytes),
          megabytes("filters MB", IndexMetrics.indexBytes.name),
          Column(
            "partitions read",
            (row, _) =>
              row.metrics.get(IndexMetrics.partitionsKept.name).filter(_ > 0).map(n => f"$n%.0f").getOrElse("-")
          )
        ),
        headlines = rows => indexMb(rows).map(Headline("index.heap", _, "MB", timed = false)).toSeq,
        says = rows =>
          indexMb(rows).map(megabytes =>
            f"The index of ${size.partitions}%d partitions takes $megabytes%.1f MB of the driver's heap, " +
              f"${megabytes * bytesPerMb / size.partitions}%.0f bytes each."
          )
      )
    )
  }

  private def indexMb(rows: Seq[ResultRow]): Option[Double] = {
    def usedBytes(variant: String): Option[Double] =
      rows.find(_.variant.name == variant).flatMap(_.metrics.get(IndexHeapJob.usedHeapBytes))
    for (withIndex <- usedBytes(StandardVariants.okibi); without <- usedBytes(plain))
      yield (withIndex - without) / bytesPerMb
  }

  private def megabytes(title: String, metric: String): Column =
    Column.metric(title, metric)(bytes => f"${bytes / bytesPerMb}%.1f")
}
