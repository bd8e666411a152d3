package okibi.bench.runner

import okibi.bench.protocol.TimeSeries

/** What the runs of a variant gave.
  *
  * @param seconds one figure a measured run, in the order of the runs; empty when the variant failed at once
  * @param metrics median of each metric over the runs
  * @param each    the same metrics in each run that has them
  * @param answer  what the job computed, if it came to an end
  * @param failed  why a run ended without a result; the variant is not run again after that
  * @param warming seconds of the runs before those that are measured, see [[Steadiness]]
  * @param load    what else the machine did during each run, where that is known
  * @param series  figures of each moment of the run whose seconds are in the middle, if they were wanted
  */
final case class Row(
    experiment: String,
    variant: Variant,
    seconds: Seq[Double],
    metrics: Map[String, Double],
    answer: Option[ujson.Value],
    failed: Option[String],
    series: Seq[TimeSeries] = Nil,
    load: Seq[MachineLoad] = Nil,
    each: Map[String, Seq[Double]] = Map.empty,
    warming: Seq[Double] = Nil
) {

  def median: Option[Double] = if (failed.isEmpty && seconds.nonEmpty) Some(Stats.median(seconds)) else None

  /** What one of the runs gave; all that there is where there was no such run, or where a metric was not taken in each. */
  private[runner] def run(index: Int): Row =
    if (index >= seconds.size) this
    else {
      val taken = each.filter(_._2.size == seconds.size).map { case (name, values) => name -> values(index) }
      copy(
        seconds = Seq(seconds(index)),
        metrics = metrics ++ taken,
        each = each ++ taken.map { case (name, value) => name -> Seq(value) }
      )
    }
}
