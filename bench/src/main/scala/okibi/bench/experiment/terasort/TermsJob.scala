package okibi.bench.experiment.terasort

import okibi.bench.cluster.PlainName
import okibi.bench.experiment.terasort.model.{CodecRates, PrimitiveRates, TrackingRates}
import okibi.bench.mapreduce.CollectorRun
import okibi.bench.protocol.{Job, JobRequest, JobResult}

import org.apache.hadoop.mapreduce.MRJobConfig

/** Measures the cost of each step of a job, on one core and in a JVM as new as that of a task: the terms of
  * [[okibi.bench.experiment.terasort.model.MapReduceModel]]. The job itself is not timed. Its argument `phase` names
  * the phase. The metrics are MB for each second of processor time, that of HDFS's servers included; their names are
  * those of [[PrimitiveRates]].
  */
private[terasort] abstract class TermsJob extends Job {

  /** Rates of the map phase by their names, and further metrics. */
  protected def mapTerms(request: JobRequest): Map[String, Double]

  /** Rates of the reduce phase, where that is predicted. */
  protected def reduceTerms(request: JobRequest): Map[String, Double] = throw new IllegalArgumentException(
    s"${TermsJob.phase}: got reduce, allowed is ${TermsJob.map}."
  )

  override final def run(request: JobRequest): JobResult =
    JobResult(
      0,
      ujson.Null,
      if (request.args(TermsJob.phase).str == TermsJob.map) mapTerms(request) else reduceTerms(request)
    )

  protected final def collector(request: JobRequest): String =
    HadoopRequest.conf(request).get(MRJobConfig.MAP_OUTPUT_COLLECTOR_CLASS_ATTR, CollectorRun.hadoop)

  protected final def sortMegabytes(request: JobRequest): Int =
    HadoopRequest.conf(request).getInt(MRJobConfig.IO_SORT_MB, MRJobConfig.DEFAULT_IO_SORT_MB)

  protected final def folder(request: JobRequest): java.nio.file.Path = PlainName.of(request.localDir)
}

private[terasort] object TermsJob {
  val phase = "phase"
  val map = "map"

  /** The measured rates. A step that was not measured has the rate NaN, which its term refuses. */
  def rates(metrics: Map[String, Double]): PrimitiveRates = {
    def rate(name: String) = metrics.getOrElse(name, Double.NaN)
    // Every task tracks its records, so a missing measurement is an error.
    PrimitiveRates(
      rate("hdfsRead"),
      rate("hdfsWrite"),
      rate("deserialize"),
      rate("serialize"),
      rate("parse"),
      rate("sortAndMerge"),
      rate("merge"),
      rate("fetch"),
      CodecRates(rate("compress"), rate("decompress")),
      Some(TrackingRates(rate("trackInput"), rate("trackOutput")))
    )
  }
}
