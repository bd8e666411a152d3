package okibi.bench.experiment.terasort.model

/** A step that all data of a phase go through on one core.
  *
  * @param mbPerSecond of the step's own bytes, MB of 10^6^ bytes
  * @param share       the step's bytes for a byte that the phase is counted by: 0.4 for what was compressed to that, 2 for what is done twice
  */
final case class Term(name: String, mbPerSecond: Double, share: Double = 1) {
  if (!(mbPerSecond > 0) || !(share >= 0) || mbPerSecond.isInfinite || share.isInfinite)
    throw new IllegalArgumentException(
      s"$name: $mbPerSecond MB/s with a share of $share: allowed is a rate above 0 and a share of 0 or more. Measure the rate first."
    )

  /** Of one core, for a MB that the phase is counted by. */
  def secondsPerMb: Double = share / mbPerSecond
}
