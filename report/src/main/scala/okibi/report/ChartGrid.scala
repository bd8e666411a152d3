package okibi.report

/** The figures of a chart as a table, for readers who cannot see the chart or need exact figures. */
private[report] object ChartGrid {
  def apply(chart: Chart): Grid = chart match {
    case bars: BarChart =>
      Grid(
        bars.unit +: bars.series.map(_.name),
        bars.categories.zipWithIndex.map { case (category, i) => category +: bars.series.map(cell(_, i)) }
      )
    case spans: SpanChart =>
      Grid(
        Seq("", s"from ${spans.unit}", s"until ${spans.unit}"),
        spans.spans.map(span => Seq(span.name, number(span.from), number(span.until)))
      )
    case lines: LineChart =>
      val columns = lines.series.map(_.points.toMap)
      val xs = columns.flatMap(_.keys).distinct.sorted
      Grid(
        lines.xTitle +: lines.series.map(points => s"${points.name} (${lines.yTitle})"),
        xs.map(x => number(x) +: columns.map(_.get(x).map(number).getOrElse("")))
      )
  }

  private def cell(series: Series, i: Int): String = {
    val value = series.values.lift(i).flatten.map(number).getOrElse("-")
    series.spread
      .lift(i)
      .flatten
      .map { case (low, high) => s"$value (${number(low)} to ${number(high)})" }
      .getOrElse(value)
  }

  /** Four significant digits, and every digit of a whole number. */
  private[report] def number(value: Double): String =
    if (value.isNaN || value.isInfinite) "-"
    else if (value == math.rint(value) && math.abs(value) < 1e15) value.toLong.toString
    else new java.math.BigDecimal(value).round(new java.math.MathContext(4)).stripTrailingZeros.toPlainString
}
