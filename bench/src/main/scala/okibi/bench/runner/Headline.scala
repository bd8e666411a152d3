package okibi.bench.runner

/** A figure that an experiment is about.
  *
  * @param paper the figure of the paper that the experiment follows, where there is one
  */
final case class Headline(name: String, value: Double, unit: String, paper: Option[Double] = None) {
  def line: String = {
    val reference = paper.map(p => s" (paper ${Headline.number(p)})").getOrElse("")
    s"headline $name = ${Headline.number(value)} $unit$reference"
  }
}

object Headline {

  /** `a / b` of the medians of two variants; nothing when one of them has none. */
  def ratio(name: String, rows: Seq[Row], a: String, b: String, paper: Option[Double] = None): Option[Headline] =
    for {
      over <- median(rows, a)
      under <- median(rows, b)
      if under > 0
    } yield Headline(name, over / under, "x", paper)

  private def median(rows: Seq[Row], variant: String): Option[Double] = rows.find(_.variant.name == variant).flatMap(_.median)

  private def number(value: Double): String = String.format(java.util.Locale.ROOT, "%.3f", Double.box(value))
}
