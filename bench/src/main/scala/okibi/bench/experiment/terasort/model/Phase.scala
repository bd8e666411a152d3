package okibi.bench.experiment.terasort.model

/** Steps that follow each other on one core, none beside another: their times add up. It is the model of Oikawa and Honjo, section 5.
  *
  * @param terms in the order of the data's way
  * @param fixed seconds of one core that do not grow with the data, as those of starting a phase's tasks, which 400 GB hid in the paper
  */
final case class Phase(name: String, terms: Seq[Term], fixed: Seq[TermSeconds] = Nil) {

  /** Of one core, at the clock that the terms were measured at. */
  def secondsPerMb: Double = terms.map(_.secondsPerMb).sum

  /** What one core of a busy machine takes in, MB/s. */
  def mbPerSecond(held: Held): Double = 1 / (secondsPerMb * held.clock)

  /** How long so many MB take under the conditions that held. */
  def predict(megabytes: Double, held: Held): Prediction = {
    if (!(megabytes >= 0)) throw new IllegalArgumentException(s"$name: $megabytes MB: allowed is 0 or more")
    val perCoreSecond = held.clock / (held.cores * held.overlap)
    val ofData = terms.map(term => TermSeconds(term.name, term.secondsPerMb * megabytes))
    Prediction(name, megabytes, (fixed ++ ofData).map(term => term.copy(seconds = term.seconds * perCoreSecond)))
  }

  /** This phase with so many seconds of one core that do not grow with the data. */
  def withFixed(name: String, seconds: Double): Phase = {
    if (!(seconds >= 0) || seconds.isInfinite)
      throw new IllegalArgumentException(s"$name: $seconds s: allowed is 0 or more. Measure it first.")
    copy(fixed = fixed :+ TermSeconds(name, seconds))
  }

  /** This phase and then another, for the same bytes. */
  def andThen(next: Phase): Phase = Phase(s"$name, ${next.name}", terms ++ next.terms, fixed ++ next.fixed)
}

/** The conditions that held while a phase ran on a whole machine, and that did not while its terms were measured.
  *
  * @param cores   physical cores of all machines together
  * @param overlap share of the cores that worked, on average: 1 when tasks and their helping threads kept all of them busy, 0.5 when half
  *                of the time went by waiting
  * @param clock   the clock that a single busy core ran at while terms were measured, for that of all cores busy: 1.31 with the turbo of
  *                the paper's processor, 1 where there is none
  */
final case class Held(cores: Double, overlap: Double = 1, clock: Double = 1) {
  if (!(cores > 0) || !(overlap > 0) || !(clock > 0))
    throw new IllegalArgumentException(s"cores $cores, overlap $overlap, clock $clock: allowed are numbers above 0")
}

/** What a phase should take.
  *
  * @param terms of the phase, in their order, those that are fixed first
  */
final case class Prediction(phase: String, megabytes: Double, terms: Seq[TermSeconds]) {
  def seconds: Double = terms.map(_.seconds).sum

  /** How far the prediction lies from what was measured, as a share of that: -0.1 when it is a tenth too short. */
  def error(measuredSeconds: Double): Double = {
    if (!(measuredSeconds > 0))
      throw new IllegalArgumentException(s"$phase: measured $measuredSeconds s: allowed is more than 0")
    seconds / measuredSeconds - 1
  }
}

/** What a term contributes to the seconds of a phase, or of one core. */
final case class TermSeconds(name: String, seconds: Double)
