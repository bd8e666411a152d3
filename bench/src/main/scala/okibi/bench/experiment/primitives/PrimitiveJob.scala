package okibi.bench.experiment.primitives

import java.nio.file.{Path, Paths}
import java.util.function.LongSupplier

import okibi.bench.benchmark.TextInputs
import okibi.bench.data.text.TextFiles
import okibi.bench.machine.probe.{MemoryProbe, RepeatTimer}
import okibi.bench.protocol.{Job, JobRequest, JobResult}
import okibi.bench.runner.Stats
import okibi.core.machine.CpuInfo

/** A measurement: passes over some data.
  *
  * @param name     first part of its metrics' names
  * @param bytes    that a pass handles, as the job counts them
  * @param elements number of elements that a pass handles
  * @param pass     does the work; its result depends on all of the work
  * @param repeats  number of times that a pass does the work
  */
final case class Measurement(name: String, bytes: Long, elements: Long, pass: LongSupplier, repeats: Int = 1)

/** Measures primitives of MapReduce, on one thread each, on data in memory.
  *
  * Arguments: `timing` and the job's own. The folder for its files is the variant's [[PrimitiveJob.folderKey]]. Metrics
  * of each measurement: `<name>.seconds` of doing the work once, the median of JMH's iterations; `<name>.bytes` and
  * `<name>.elements`. Further metrics: `copyMBs`, the rate of copying memory on one thread at that time, and `clockHz`
  * where the system tells it.
  */
abstract class PrimitiveJob extends Job {

  /** The measurements of a request, and the answer that must be the same for every way. */
  protected def prepare(request: JobRequest): PrimitiveWork

  override final def run(request: JobRequest): JobResult = {
    val timing = JmhTiming.read(request.args("timing"))
    val work = prepare(request)
    val measured = work.measurements.flatMap { measurement =>
      val seconds = Stats.median(JmhRunner.secondsOfPass(timing)(measurement.pass)) / measurement.repeats
      Seq(
        s"${measurement.name}.seconds" -> seconds,
        s"${measurement.name}.bytes" -> measurement.bytes.toDouble,
        s"${measurement.name}.elements" -> measurement.elements.toDouble
      )
    }
    val seconds = measured.collect { case (name, seconds) if name.endsWith(".seconds") => seconds }.sum
    JobResult(seconds, work.answer, measured.toMap ++ work.furtherMetrics() ++ machine)
  }

  private def machine: Map[String, Double] =
    Map("copyMBs" -> MemoryProbe.copy(new RepeatTimer(copySeconds), threads = 1)) ++ CpuInfo
      .clockHz()
      .map("clockHz" -> _)

  private val copySeconds = 0.1
}

/** The measurements of a job.
  *
  * @param answer         computed by the measured passes, once and not timed
  * @param furtherMetrics metrics that are taken beside or after the measurements
  */
final case class PrimitiveWork(
    measurements: Seq[Measurement],
    answer: ujson.Value,
    furtherMetrics: () => Map[String, Double] = () => Map.empty
)

object PrimitiveJob {

  /** The setting for the folder of the job's files: in memory, if the machine has a file system there. */
  val folderKey = "bench.primitives.folder"

  /** The setting for the way in which a variant does the work. */
  val wayKey = "bench.primitives.way"

  def folder(request: JobRequest): Path = Paths.get(request.setting(folderKey).getOrElse(request.localDir.toString))

  /** The text of the request's language, in a file that the first job makes. */
  def textFile(request: JobRequest): Path = TextFiles.file(
    folder(request),
    request.args("language").str,
    TextInputs.paths(request),
    request.long("bytes"),
    request.long("seed")
  )

  def way(request: JobRequest): String =
    request
      .setting(wayKey)
      .getOrElse(throw new IllegalArgumentException(s"$wayKey: got none. The variant must name its way."))
}
