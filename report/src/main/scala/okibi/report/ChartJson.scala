package okibi.report

/** Charts as the page's script reads them. */
private[report] object ChartJson {

  /** JSON for the inside of a script element: no character of it has a meaning in HTML. */
  def script(charts: Seq[Chart]): String =
    AsciiJson
      .write(ujson.Arr.from(charts.map(chart)))
      .replace("<", "\\u003c")
      .replace(">", "\\u003e")
      .replace("&", "\\u0026")

  private def chart(chart: Chart): ujson.Value = chart match {
    case bars: BarChart =>
      ujson.Obj(
        "kind" -> "bars",
        "title" -> bars.title,
        "unit" -> bars.unit,
        "stacked" -> bars.stacked,
        "categories" -> ujson.Arr.from(bars.categories.map(ujson.Str(_))),
        "series" -> ujson.Arr.from(bars.series.map(series))
      )
    case spans: SpanChart =>
      ujson.Obj(
        "kind" -> "spans",
        "title" -> spans.title,
        "unit" -> spans.unit,
        "range" -> range(spans.axis),
        "marked" -> marked(spans.axis),
        "spans" -> named(spans.spans)
      )
    case lines: LineChart =>
      ujson.Obj(
        "kind" -> "lines",
        "title" -> lines.title,
        "xTitle" -> lines.xTitle,
        "yTitle" -> lines.yTitle,
        "logX" -> lines.logX,
        "range" -> range(lines.axis),
        "marked" -> marked(lines.axis),
        "series" -> ujson.Arr.from(lines.series.map(points(_, lines.logX)))
      )
  }

  private def series(series: Series): ujson.Value = ujson.Obj(
    "name" -> series.name,
    "values" -> ujson.Arr.from(series.values.map(_.filter(isFinite).map(ujson.Num(_)).getOrElse(ujson.Null))),
    "spread" -> ujson.Arr.from(series.spread.map {
      case Some((low, high)) if isFinite(low) && isFinite(high) => ujson.Arr(low, high)
      case _ => ujson.Null
    })
  )

  private def points(points: Points, logX: Boolean): ujson.Value = ujson.Obj(
    "name" -> points.name,
    "points" -> ujson.Arr.from(points.points.collect {
      case (x, y) if isFinite(x) && isFinite(y) && (!logX || x > 0) => ujson.Arr(x, y)
    })
  )

  private def named(spans: Seq[Span]): ujson.Value = ujson.Arr.from(spans.collect {
    case Span(name, from, until) if isFinite(from) && isFinite(until) =>
      ujson.Obj("name" -> name, "from" -> from, "until" -> until)
  })

  private def range(axis: Option[Axis]): ujson.Value =
    axis
      .collect { case Axis(low, high, _) if isFinite(low) && isFinite(high) => ujson.Arr(low, high) }
      .getOrElse(ujson.Arr())

  private def marked(axis: Option[Axis]): ujson.Value = named(axis.toSeq.flatMap(_.marked))

  private def isFinite(value: Double): Boolean = !value.isNaN && !value.isInfinite
}
