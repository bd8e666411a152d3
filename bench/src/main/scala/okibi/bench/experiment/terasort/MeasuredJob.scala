package okibi.bench.experiment.terasort

import okibi.bench.cluster.{JobTimes, JobWatch}
import okibi.bench.machine.series.MachineSampler
import okibi.bench.protocol.{Job, JobRequest, JobResult, TimeSeries}

import org.apache.hadoop.conf.Configuration

/** A MapReduce job whose phases are measured. Its seconds are those from its submission to its end, as its history has them.
  *
  * Metrics: [[JobTimes.metrics]]; `mapBusy` and `reduceBusy`, the share of the machine's cores that worked during a phase, where that is the machine that the tasks
  * run on.
  */
private[terasort] abstract class MeasuredJob extends Job {

  /** Makes the data if they are not there. */
  protected def prepare(request: JobRequest): Unit

  /** Submits the job and waits for it.
    *
    * @return Hadoop's exit code
    */
  protected def submit(request: JobRequest, conf: Configuration): Int

  /** What the job came to; not timed. */
  protected def answer(request: JobRequest): ujson.Value

  override final def run(request: JobRequest): JobResult = {
    val conf = HadoopRequest.conf(request)
    prepare(request)
    request.turns.begin()
    val began = System.currentTimeMillis
    val here = HadoopRequest.servers(request).nonEmpty
    val (times, series) = MachineSampler.during(wanted = here)(JobWatch.during(conf)(submit(request, conf)))
    val result = JobResult(
      (times.finishedMs - times.submittedMs) / 1000.0,
      answer(request),
      times.metrics ++ busy(times, series, began),
      series
    )
    request.turns.end("job", result.seconds)
    result
  }

  private def busy(times: JobTimes, series: Seq[TimeSeries], began: Long): Map[String, Double] = {
    def during(phase: (Long, Long)): Option[Double] = {
      val (from, until) = ((phase._1 - began) / 1000.0, (phase._2 - began) / 1000.0)
      val shares = series.filter(s => s.name == "cpu.user" || s.name == "cpu.system").map { s =>
        // A phase of the smallest jobs is shorter than a step.
        val within = s.points
          .map { case (at, value) => value -> (math.min(at, until) - math.max(at - s.stepSeconds, from)) }
          .filter(_._2 > 0)
        if (within.isEmpty) None
        else Some(within.map { case (value, seconds) => value * seconds }.sum / within.map(_._2).sum / 100)
      }
      if (shares.isEmpty || shares.contains(None)) None else Some(shares.flatten.sum)
    }
    (during(times.map).map("mapBusy" -> _) ++ times.reduce.flatMap(during).map("reduceBusy" -> _)).toMap
  }
}
