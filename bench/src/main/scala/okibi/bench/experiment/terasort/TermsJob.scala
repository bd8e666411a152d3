package okibi.bench.experiment.terasort

import okibi.bench.cluster.PlainName
import okibi.bench.experiment.terasort.model.Rates
import okibi.bench.mapreduce.CollectorRun
import okibi.bench.protocol.{Job, JobRequest, JobResult}

import org.apache.hadoop.mapreduce.MRJobConfig

/** Measures what each step of a job costs, on one core and in a JVM as new as that of a task: what [[okibi.bench.experiment.terasort.model.MapReduceModel]] adds up.
  * Not timed itself. Its argument `phase` says of which phase. The metrics are MB that a second of processor time suffices for, that of HDFS's servers with it: the names of [[Rates]].
  */
private[terasort] abstract class TermsJob extends Job {

  /** Rates of the map phase by their names, and what else is asked for later. */
  protected def mapTerms(request: JobRequest): Map[String, Double]

  /** The same of the reduce phase, where that is predicted. */
  protected def reduceTerms(request: JobRequest): Map[String, Double] = throw new IllegalArgumentException(
    s"${TermsJob.phase}: got reduce, allowed is ${TermsJob.map}"
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

  /** What was measured; a step that was not has no rate, which its term refuses. */
  def rates(metrics: Map[String, Double]): Rates = {
    def of(name: String) = metrics.getOrElse(name, Double.NaN)
    // Every task tracks its records, so that it was not measured is no reason to leave it out.
    Rates(
      of("hdfsRead"),
      of("hdfsWrite"),
      of("deserialize"),
      of("serialize"),
      of("parse"),
      of("sortAndMerge"),
      of("merge"),
      of("fetch"),
      of("compress"),
      of("decompress"),
      trackInput = Some(of("trackInput")),
      trackOutput = Some(of("trackOutput"))
    )
  }
}
