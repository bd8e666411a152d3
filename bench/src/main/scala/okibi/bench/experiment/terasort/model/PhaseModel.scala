package okibi.bench.experiment.terasort.model

/** A phase as steps that follow each other on one core, none beside another, so that their times add up: the model of
  * Oikawa and Honjo, section 5.
  *
  * @param terms in the order in which the data pass them
  * @param fixed seconds of one core that do not grow with the data, such as those of starting a phase's tasks, which
  *              400 GB hid in the paper
  */
final case class PhaseModel(name: String, terms: Seq[PhaseTerm], fixed: Seq[TermSeconds] = Nil) {

  /** Seconds of one core for a MB, at the clock at which the terms were measured. */
  def secondsPerMb: Double = terms.map(_.secondsPerMb).sum

  /** MB/s of one core of a busy machine. */
  def mbPerSecond(conditions: PhaseConditions): Double = 1 / (secondsPerMb * conditions.clock)

  /** The time of the phase for `megabytes` MB, under the conditions of the whole machine. */
  def predict(megabytes: Double, conditions: PhaseConditions): Prediction = {
    if (!(megabytes >= 0)) throw new IllegalArgumentException(s"$name: $megabytes MB: allowed is 0 or more.")
    val perCoreSecond = conditions.clock / (conditions.cores * conditions.overlap)
    val dataTerms = terms.map(term => TermSeconds(term.name, term.secondsPerMb * megabytes))
    Prediction(name, megabytes, (fixed ++ dataTerms).map(term => term.copy(seconds = term.seconds * perCoreSecond)))
  }

  /** This phase with more seconds of one core that do not grow with the data. */
  def withFixed(name: String, seconds: Double): PhaseModel = {
    if (!(seconds >= 0) || seconds.isInfinite)
      throw new IllegalArgumentException(s"$name: $seconds s: allowed is 0 or more. Measure it first.")
    copy(fixed = fixed :+ TermSeconds(name, seconds))
  }

  /** This phase and then another, for the same bytes. */
  def andThen(next: PhaseModel): PhaseModel =
    PhaseModel(s"$name, ${next.name}", terms ++ next.terms, fixed ++ next.fixed)
}

/** The conditions while a phase ran on a whole machine, which differ from those while its terms were measured.
  *
  * @param cores   physical cores of all machines together
  * @param overlap mean share of the cores that worked: 1 when tasks and their helper threads kept all of them busy, 0.5
  *                when half of the time was spent waiting
  * @param clock   clock of a single busy core, at which terms were measured, as a multiple of the clock with all cores
  *                busy: 1.31 with the turbo of the paper's processor, 1 without a turbo
  */
final case class PhaseConditions(cores: Double, overlap: Double = 1, clock: Double = 1) {
  if (!(cores > 0) || !(overlap > 0) || !(clock > 0))
    throw new IllegalArgumentException(s"cores $cores, overlap $overlap, clock $clock: allowed are numbers above 0.")
}

/** The predicted time of a phase.
  *
  * @param terms of the phase, in their order, after the fixed ones
  */
final case class Prediction(phase: String, megabytes: Double, terms: Seq[TermSeconds]) {
  def seconds: Double = terms.map(_.seconds).sum

  /** Error of the prediction, as a share of the measured time: -0.1 for a prediction that is a tenth too short. */
  def error(measuredSeconds: Double): Double = {
    if (!(measuredSeconds > 0))
      throw new IllegalArgumentException(s"$phase: measured $measuredSeconds s: allowed is more than 0.")
    seconds / measuredSeconds - 1
  }
}

/** The seconds that a term adds to a phase, or to the time of one core. */
final case class TermSeconds(name: String, seconds: Double)
