package okibi.bench.runner

/** A figure that an experiment is about.
  *
  * @param paper    the figure of the paper that the experiment follows, where there is one
  * @param variants whose runs are behind the figure; empty for all that are timed
  * @param timed    whether it is made of seconds; what is counted is the same on a busy machine, and always steady
  * @param each     the figure of each run, where it is not made of the seconds that its variants took: these are judged then
  * @param range    the smallest and the largest figure that one round alone gives; nothing when there is one round
  * @param unsteady why the figure may be another next time, see [[Noise]]
  */
final case class Headline(
    name: String,
    value: Double,
    unit: String,
    paper: Option[Double] = None,
    variants: Seq[String] = Nil,
    timed: Boolean = true,
    each: Seq[Double] = Nil,
    range: Option[(Double, Double)] = None,
    unsteady: Option[String] = None
) {

  def line: String = {
    val reference = paper.map(p => s" (paper ${Headline.number(p)})").getOrElse("")
    s"headline $name = $measured$reference${between.map(", " + _).getOrElse("")}${unsteady.map("; unsteady: " + _).getOrElse("")}"
  }

  /** The figure with its unit. */
  def measured: String = s"${Headline.number(value)} $unit"

  /** Its range, as text. */
  def between: Option[String] = range.map { case (least, most) =>
    s"${Headline.number(least)} to ${Headline.number(most)}"
  }
}

object Headline {

  /** `a / b` of the medians of two variants; nothing when one of them has none. */
  def ratio(name: String, rows: Seq[Row], a: String, b: String, paper: Option[Double] = None): Option[Headline] =
    for {
      over <- median(rows, a)
      under <- median(rows, b)
      if under > 0
    } yield Headline(name, over / under, "x", paper, Seq(a, b))

  private def median(rows: Seq[Row], variant: String): Option[Double] =
    rows.find(_.variant.name == variant).flatMap(_.median)

  /** As headlines are printed, in tables and on pages too. */
  def number(value: Double): String = String.format(java.util.Locale.ROOT, "%.3f", Double.box(value))
}
