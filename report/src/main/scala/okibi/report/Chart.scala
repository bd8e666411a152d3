package okibi.report

/** A picture of figures. Texts may hold anything: the page escapes them. What is not a finite number is left out. */
sealed trait Chart {
  def title: String
}

/** Bars beside each other, or one upon the other, for each category.
  *
  * @param unit    of every figure
  * @param series  each with a figure for each category, in their order
  */
final case class Bars(
    title: String,
    unit: String,
    categories: Seq[String],
    series: Seq[Series],
    stacked: Boolean = false
) extends Chart

/** Lines through points.
  *
  * @param logX whether the horizontal axis is logarithmic; points at 0 or below are then left out
  * @param axis the horizontal one: charts with the same can be read below each other; by itself, as long as the points need
  */
final case class Lines(
    title: String,
    xTitle: String,
    yTitle: String,
    series: Seq[Points],
    logX: Boolean = false,
    axis: Option[Axis] = None
) extends Chart

/** From when to when, below each other on one axis, in their order.
  *
  * @param unit of both ends
  * @param axis by itself, as long as the spans need
  */
final case class Spans(title: String, unit: String, spans: Seq[Span], axis: Option[Axis] = None) extends Chart

final case class Span(name: String, from: Double, until: Double)

/** A horizontal axis.
  *
  * @param marked stretches of it that are shaded, and named
  */
final case class Axis(from: Double, until: Double, marked: Seq[Span] = Nil)

/** A figure for each category; nothing where there is none.
  *
  * @param spread smallest and largest of what a figure stands for, drawn as a line over its bar; empty when there is nothing to show
  */
final case class Series(name: String, values: Seq[Option[Double]], spread: Seq[Option[(Double, Double)]] = Nil)

/** Points (x, y) in the order of the line. */
final case class Points(name: String, points: Seq[(Double, Double)])
