package okibi.bench.runner

import scala.concurrent.duration.{Duration, FiniteDuration}

/** Decides whether an experiment needs more rounds, and which of its rounds are measured. The first rounds may warm up
  * a JVM, a page cache or a processor. The measured rounds are the longest rest of the rounds in which every variant is
  * steady. A round is measured for all variants or for none, so that compared variants have met the same machine.
  *
  * A variant is steady while most of its runs agree ([[Noise.deviationLimit]]), the first of them among those.
  *
  * @param wanted rounds that are measured at least
  * @param within time after the first round within which another round may begin; 0 for the wanted rounds alone, all of
  *               them measured
  */
private[runner] final case class Steadiness(wanted: Int, within: FiniteDuration) {

  /** Limit of the rounds, however short they are. */
  val mostRounds: Int = if (within > Duration.Zero) wanted * 10 else wanted

  /** @param rounds  number of rounds that are over
    * @param runs    seconds of each variant in these rounds
    * @param elapsed time since the first round began
    */
  def goesOn(rounds: Int, runs: Seq[Seq[Double]], elapsed: FiniteDuration): Boolean =
    rounds < wanted || rounds < mostRounds && elapsed < within && steadyFrom(runs).isEmpty

  /** Number of the first rounds that are not measured. Where no rest is steady, half of the rounds, if as many as
    * wanted are left; the measured rounds are unsteady then.
    */
  def warmUpRounds(runs: Seq[Seq[Double]]): Int =
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
