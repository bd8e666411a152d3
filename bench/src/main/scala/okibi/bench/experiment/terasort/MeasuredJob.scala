package okibi.bench.experiment.terasort

import okibi.bench.cluster.{JobTimes, JobWatch}
import okibi.bench.machine.series.MachineSampler
import okibi.bench.protocol.{Job, JobRequest, JobResult, TimeSeries}

import org.apache.hadoop.conf.Configuration

/** A MapReduce job whose phases are measured. Its seconds are those from its submission to its end, from the job's
  * history.
  *
  * Metrics: [[JobTimes.metrics]]; `mapBusy` and `reduceBusy`, the share of the machine's cores that worked during a
  * phase, if the tasks run on this machine.
  */
private[terasort] abstract class MeasuredJob extends Job {

  /** Makes the data if they do not exist. */
  protected def prepare(request: JobRequest): Unit

  /** Submits the job and waits for it.
    *
    * @return Hadoop's exit code
    */
  protected def submit(request: JobRequest, conf: Configuration): Int

  /** The answer of the job; not timed. */
  protected def answer(request: JobRequest): ujson.Value

  override final def run(request: JobRequest): JobResult = {
    val conf = HadoopRequest.conf(request)
    prepare(request)
    request.turns.begin()
    val startMs = System.currentTimeMillis
    val tasksAreLocal = HadoopRequest.servers(request).nonEmpty
    val (times, series) = MachineSampler.during(wanted = tasksAreLocal)(JobWatch.during(conf)(submit(request, conf)))
    val result = JobResult(
      (times.finishedMs - times.submittedMs) / 1000.0,
      answer(request),
      times.metrics ++ busy(times, series, startMs),
      series
    )
    request.turns.end("job", result.seconds)
    result
  }

  private def busy(times: JobTimes, series: Seq[TimeSeries], startMs: Long): Map[String, Double] = {
    def shareDuring(phaseMs: (Long, Long)): Option[Double] = {
      val (from, until) = ((phaseMs._1 - startMs) / 1000.0, (phaseMs._2 - startMs) / 1000.0)
      val shares = series.filter(s => s.name == "cpu.user" || s.name == "cpu.system").map { s =>
        // The smallest jobs have phases that are shorter than a step of the series.
        val within = s.points
          .map { case (at, value) => value -> (math.min(at, until) - math.max(at - s.stepSeconds, from)) }
          .filter(_._2 > 0)
        if (within.isEmpty) None
        else Some(within.map { case (value, seconds) => value * seconds }.sum / within.map(_._2).sum / 100)
      }
      if (shares.isEmpty || shares.contains(None)) None else Some(shares.flatten.sum)
    }
    (shareDuring(times.map).map("mapBusy" -> _) ++ times.reduce.flatMap(shareDuring).map("reduceBusy" -> _)).toMap
  }
}
