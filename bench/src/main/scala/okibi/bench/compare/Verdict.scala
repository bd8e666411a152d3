package okibi.bench.compare

/** What two medians of the same work come to.
  *
  * @param ratio seconds of the second for each of the first
  * @param band  how far from 1 the ratio may be by chance
  */
final case class Verdict(ratio: Double, band: Double) {
  def text: String =
    if (math.abs(ratio - 1) <= band) "no change"
    else if (ratio < 1) f"faster ${(1 - ratio) * 100}%.0f %%"
    else f"slower ${(ratio - 1) * 100}%.0f %%"
}

object Verdict {

  /** What two invocations differ by although the runs within each agree: the machine is not quite the same an hour later. */
  val narrowestBand = 0.05

  /** Nothing when one side has no median. */
  def apply(a: SavedRow, b: SavedRow): Option[Verdict] = for {
    before <- a.median
    after <- b.median
    if before > 0
  } yield Verdict(after / before, math.max(narrowestBand, a.uncertainty + b.uncertainty))
}
