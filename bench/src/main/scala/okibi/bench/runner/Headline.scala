package okibi.bench.runner

/** A figure that an experiment is about.
  *
  * @param paper      the figure of the paper that the experiment follows, if any
  * @param variants   whose runs the figure is computed from; empty for all timed variants
  * @param timed      whether the figure is made of seconds. A count is the same on a busy machine, and always steady
  * @param runFigures the figure of each run, where it is not made of its variants' seconds. Steadiness is then judged
  *                   by these
  * @param range      the smallest and the largest figure that one round alone gives; none when there is one round
  * @param unsteady   why the figure may differ next time, see [[Noise]]
  */
final case class Headline(
    name: String,
    value: Double,
    unit: String,
    paper: Option[Double] = None,
    variants: Seq[String] = Nil,
    timed: Boolean = true,
    runFigures: Seq[Double] = Nil,
    range: Option[(Double, Double)] = None,
    unsteady: Option[String] = None
) {

  def line: String = {
    val reference = paper.map(p => s" (paper ${Headline.number(p)})").getOrElse("")
    s"headline $name = " +
      s"$measured$reference${between.map(", " + _).getOrElse("")}${unsteady.map("; unsteady: " + _).getOrElse("")}"
  }

  /** The figure with its unit. */
  def measured: String = s"${Headline.number(value)} $unit"

  /** The range as text. */
  def between: Option[String] = range.map { case (least, most) =>
    s"${Headline.number(least)} to ${Headline.number(most)}"
  }
}

object Headline {

  /** `a / b` of the medians of two variants; none when a variant has no median. */
  def ratio(name: String, rows: Seq[ResultRow], a: String, b: String, paper: Option[Double] = None): Option[Headline] =
    for {
      over <- median(rows, a)
      under <- median(rows, b)
      if under > 0
    } yield Headline(name, over / under, "x", paper, Seq(a, b))

  private def median(rows: Seq[ResultRow], variant: String): Option[Double] =
    rows.find(_.variant.name == variant).flatMap(_.median)

  /** A figure as headlines, tables and pages print it. */
  def number(value: Double): String = String.format(java.util.Locale.ROOT, "%.3f", Double.box(value))
}
