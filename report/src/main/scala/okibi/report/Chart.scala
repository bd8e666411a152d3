package okibi.report

/** A picture of figures. Texts may contain anything, because the page escapes them. Numbers that are not finite are
  * left out.
  */
sealed trait Chart {
  def title: String
}

/** Bars for each category, beside each other or stacked.
  *
  * @param unit    of every figure
  * @param series  each with a figure for each category, in their order
  */
final case class BarChart(
    title: String,
    unit: String,
    categories: Seq[String],
    series: Seq[Series],
    stacked: Boolean = false
) extends Chart

/** Lines through points.
  *
  * @param logX whether the horizontal axis is logarithmic; points at 0 or below are then left out
  * @param axis the horizontal axis; charts with the same axis can be read below each other. Without it, the points
  *             decide
  */
final case class LineChart(
    title: String,
    xTitle: String,
    yTitle: String,
    series: Seq[Points],
    logX: Boolean = false,
    axis: Option[Axis] = None
) extends Chart

/** Spans of time below each other on one axis, in their order.
  *
  * @param unit of both ends
  * @param axis without it, the spans decide
  */
final case class SpanChart(title: String, unit: String, spans: Seq[Span], axis: Option[Axis] = None) extends Chart

final case class Span(name: String, from: Double, until: Double)

/** A horizontal axis.
  *
  * @param marked stretches that are shaded and named
  */
final case class Axis(from: Double, until: Double, marked: Seq[Span] = Nil)

/** A figure for each category; none where the category has no figure.
  *
  * @param spread the smallest and the largest value behind a figure, drawn as a line over its bar; empty where there is
  *               none
  */
final case class Series(name: String, values: Seq[Option[Double]], spread: Seq[Option[(Double, Double)]] = Nil)

/** Points (x, y) in the order of the line. */
final case class Points(name: String, points: Seq[(Double, Double)])
