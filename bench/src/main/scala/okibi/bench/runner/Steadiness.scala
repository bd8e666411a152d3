package okibi.bench.runner

import scala.concurrent.duration.{Duration, FiniteDuration}

/** Whether an experiment needs more rounds, and which of its rounds are measured. The first ones may warm up a JVM, a page cache or a processor: what is
  * measured is the longest rest of the rounds in which every variant is steady. A round is measured for all variants or for none, so that those that are
  * compared have met the same machine.
  *
  * A variant is steady while most of its runs agree ([[Noise.deviationLimit]]), the first of them among those.
  *
  * @param wanted how many rounds are measured at least
  * @param within how long after the first round another may begin; 0 for the wanted rounds alone, all of them measured
  */
private[runner] final case class Steadiness(wanted: Int, within: FiniteDuration) {

  /** Rounds there are at most, however short they are. */
  val mostRounds: Int = if (within > Duration.Zero) wanted * 10 else wanted

  /** @param rounds  that are over
    * @param runs    seconds of each variant in these rounds
    * @param elapsed since the first round began
    */
  def goesOn(rounds: Int, runs: Seq[Seq[Double]], elapsed: FiniteDuration): Boolean =
    rounds < wanted || rounds < mostRounds && elapsed < within && steadyFrom(runs).isEmpty

  /** How many of the first rounds are not measured. Where no rest is steady it is half of the rounds, if so many are left as are wanted: what is measured
    * is unsteady then.
    */
  def warmingUp(runs: Seq[Seq[Double]]): Int =
    steadyFrom(runs).getOrElse(math.min(rounds(runs) / 2, math.max(0, rounds(runs) - wanted)))

  private def steadyFrom(runs: Seq[Seq[Double]]): Option[Int] =
    if (runs.isEmpty) Some(0)
    else (0 to rounds(runs) - wanted).find(first => runs.forall(variant => isSteady(variant.drop(first))))

  private def rounds(runs: Seq[Seq[Double]]): Int = runs.map(_.size).reduceOption(_ min _).getOrElse(0)

  private def isSteady(runs: Seq[Double]): Boolean = {
    val median = Stats.median(runs)
    Stats.deviation(runs) <= Noise.deviationLimit && math.abs(runs.head - median) <= Noise.deviationLimit * median
  }
}
