package okibi.bench.experiment.terasort.model

/** A step that all data of a phase pass on one core.
  *
  * @param mbPerSecond of the step's own bytes, MB of 10^6^ bytes
  * @param share       bytes of the step for a byte of the phase: 0.4 for data compressed to 40 %, 2 for a step that is
  *                    done twice
  */
final case class PhaseTerm(name: String, mbPerSecond: Double, share: Double = 1) {
  if (!(mbPerSecond > 0) || !(share >= 0) || mbPerSecond.isInfinite || share.isInfinite)
    throw new IllegalArgumentException(
      s"$name: $mbPerSecond MB/s with a share of $share: allowed is a rate above 0 and a share of 0 or more. " +
        "Measure the rate first."
    )

  /** Seconds of one core for a MB of the phase. */
  def secondsPerMb: Double = share / mbPerSecond
}
