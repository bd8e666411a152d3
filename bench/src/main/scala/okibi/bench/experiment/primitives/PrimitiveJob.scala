package okibi.bench.experiment.primitives

import java.nio.file.{Path, Paths}
import java.util.function.LongSupplier

import okibi.bench.machine.probe.{MemoryProbe, Timed}
import okibi.bench.protocol.{Job, JobRequest, JobResult}
import okibi.bench.runner.Stats
import okibi.core.machine.CpuInfo

/** One thing that is measured: a pass over some data.
  *
  * @param name     first part of its metrics' names
  * @param bytes    that a pass handles, as the job's table counts them
  * @param elements that these are
  * @param pass     does it; what it returns depends on all of it
  * @param times    that a pass does it
  */
final case class Measurement(name: String, bytes: Long, elements: Long, pass: LongSupplier, times: Int = 1)

/** Measures primitives of MapReduce, one thread each, on data in memory.
  *
  * Arguments: `timing` and the job's own; the folder for its files is the variant's [[PrimitiveJob.folderKey]]. Metrics of each
  * measurement: `<name>.seconds` of doing it once, the median of JMH's iterations, `<name>.bytes` and `<name>.elements`; and `copyMBs`, what
  * copying memory reaches on one thread at that time, and `clockHz` where the system tells it.
  */
abstract class PrimitiveJob extends Job {

  /** What to measure, and the answer that all who do the same must come to. */
  protected def work(request: JobRequest): Work

  override final def run(request: JobRequest): JobResult = {
    val timing = Timing.read(request.args("timing"))
    val found = work(request)
    try {
      val measured = found.measurements.flatMap { measurement =>
        val seconds = Stats.median(Jmh.secondsOfPass(timing)(measurement.pass)) / measurement.times
        Seq(
          s"${measurement.name}.seconds" -> seconds,
          s"${measurement.name}.bytes" -> measurement.bytes.toDouble,
          s"${measurement.name}.elements" -> measurement.elements.toDouble
        )
      }
      val seconds = measured.collect { case (name, seconds) if name.endsWith(".seconds") => seconds }.sum
      JobResult(seconds, found.answer, measured.toMap ++ found.further() ++ machine)
    } finally found.close()
  }

  private def machine: Map[String, Double] =
    Map("copyMBs" -> MemoryProbe.copy(new Timed(copySeconds), threads = 1)) ++ CpuInfo.clockHz().map("clockHz" -> _)

  private val copySeconds = 0.1
}

/** What a job has to measure.
  *
  * @param answer  what the measured passes come to, found once and not timed
  * @param further metrics that are found beside or after the measurements
  * @param close   gives back what the passes needed
  */
final case class Work(
    measurements: Seq[Measurement],
    answer: ujson.Value,
    further: () => Map[String, Double] = () => Map.empty,
    close: () => Unit = () => ()
)

object PrimitiveJob {

  /** Where a job finds and puts its files: memory, if the machine has a file system there. */
  val folderKey = "bench.primitives.folder"

  /** Which way of doing the work a variant is. */
  val wayKey = "bench.primitives.way"

  def folder(request: JobRequest): Path = Paths.get(request.setting(folderKey).getOrElse(request.localDir.toString))

  def way(request: JobRequest): String =
    request
      .setting(wayKey)
      .getOrElse(throw new IllegalArgumentException(s"$wayKey: got none. The variant must name its way."))
}
