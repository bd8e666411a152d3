package okibi.bench.runner

import okibi.bench.protocol.TimeSeries

/** What the runs of a variant gave.
  *
  * @param seconds       of each measured run, in the order of the runs; empty when the first run failed
  * @param metrics       median of each metric over the runs
  * @param answer        what the job computed; none when no run ended with a result
  * @param failure       why a run ended without a result. The variant does not run again after that
  * @param series        time series of the run with the median seconds; empty unless the variant asks for them
  * @param load          what else the machine did during each run; empty where the system does not tell
  * @param metricRuns    each metric in the runs that have it
  * @param warmUpSeconds of the runs before the measured ones, see [[Steadiness]]
  */
final case class ResultRow(
    experiment: String,
    variant: Variant,
    seconds: Seq[Double],
    metrics: Map[String, Double],
    answer: Option[ujson.Value],
    failure: Option[String],
    series: Seq[TimeSeries] = Nil,
    load: Seq[MachineLoad] = Nil,
    metricRuns: Map[String, Seq[Double]] = Map.empty,
    warmUpSeconds: Seq[Double] = Nil
) {
  def median: Option[Double] = if (failure.isEmpty && seconds.nonEmpty) Some(Stats.median(seconds)) else None

  /** The row of one run alone; this row when it has no such run. A metric that not every run has keeps its median. */
  private[runner] def run(index: Int): ResultRow =
    if (index >= seconds.size) this
    else {
      val taken = metricRuns.filter(_._2.size == seconds.size).map { case (name, values) => name -> values(index) }
      copy(
        seconds = Seq(seconds(index)),
        metrics = metrics ++ taken,
        metricRuns = metricRuns ++ taken.map { case (name, value) => name -> Seq(value) }
      )
    }
}
