package okibi.bench.compare

/** The comparison of two medians of the same work.
  *
  * @param ratio seconds of the second for each second of the first
  * @param band  distance of the ratio from 1 that chance explains
  */
final case class Verdict(ratio: Double, band: Double) {
  def text: String =
    if (math.abs(ratio - 1) <= band) "no change"
    else if (ratio < 1) f"faster ${(1 - ratio) * 100}%.0f %%"
    else f"slower ${(ratio - 1) * 100}%.0f %%"
}

object Verdict {

  /** Smallest band: two invocations differ by this much although the runs within each agree, because the machine is not
    * quite the same an hour later.
    */
  val narrowestBand = 0.05

  /** None when one side has no median. */
  def apply(a: SavedRow, b: SavedRow): Option[Verdict] = for {
    before <- a.median
    after <- b.median
    if before > 0
  } yield Verdict(after / before, math.max(narrowestBand, a.uncertainty + b.uncertainty))
}
