package okibi.bench.experiment.primitives

import java.nio.file.Path

import scala.collection.mutable.ArrayBuffer

import okibi.bench.cluster.PlainName
import okibi.bench.mapreduce.{CollectorRun, SortKind}
import okibi.bench.protocol.JobRequest
import okibi.bench.runner.Stats

import org.apache.hadoop.mapreduce.MRJobConfig

/** Sorts and merges records of each kind of [[SortKind]] with the collector that the variant names, as a job does, by
  * `mapreduce.job.map.output.collector.class`.
  *
  * Arguments beside those of [[PrimitiveJob]]: small and large, numbers of records of the kinds with values of 4 and of
  * 90 bytes; megabytes of the collector's buffer; seed. The measurement of each kind has its name, by keys and values.
  * Further metrics: `<kind>.mergeSeconds`, the time after the last spill. The answer is a hash of each kind's output,
  * which the job checks to be sorted.
  */
object SortingJob extends PrimitiveJob {
  val collectorKey: String = MRJobConfig.MAP_OUTPUT_COLLECTOR_CLASS_ATTR

  private def folder(request: JobRequest): Path = {
    val chosen = PrimitiveJob.folder(request)
    if (PlainName.is(chosen)) chosen else PlainName.of(request.localDir)
  }

  override protected def prepare(request: JobRequest): PrimitiveWork = {
    val collector = request
      .setting(collectorKey)
      .getOrElse(throw new IllegalArgumentException(s"$collectorKey: got none. The variant must name a class."))
    val merges = SortKind.all.map(_.name -> ArrayBuffer.empty[Double])
    val each = SortKind.all.zip(merges).map { case (kind, (_, merge)) =>
      val records = request.long(if (kind.valueBytes < 90) "small" else "large")
      val run = new CollectorRun(
        collector,
        kind,
        records,
        request.int("megabytes"),
        folder(request).resolve("sort"),
        request.long("seed")
      )
      def pass(): Long = {
        val times = run.run()
        if (times.untilMergeNs > 0) merge += (times.allNs - times.untilMergeNs) / 1e9
        times.allNs
      }
      pass()
      val answer = run.answer()
      merge.clear()
      (
        Measurement(kind.name, records * kind.recordBytes, records, () => pass()),
        kind.name -> ujson.Str(answer.toString)
      )
    }
    PrimitiveWork(
      each.map(_._1),
      ujson.Obj.from(each.map(_._2)),
      furtherMetrics = () =>
        merges.collect {
          case (name, seconds) if seconds.nonEmpty => s"$name.mergeSeconds" -> Stats.median(seconds.toSeq)
        }.toMap
    )
  }
}
