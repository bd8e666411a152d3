package okibi.bench.experiment.primitives

import okibi.bench.runner.{Column, Row}

/** What the metrics of [[PrimitiveJob]] come to, for tables and charts; nothing where a row has no such measurement. Rates are those of one
  * core, MB of 10^6^ bytes.
  */
private[primitives] object Figures {
  def seconds(row: Row, measurement: String): Option[Double] =
    if (row.failed.isDefined) None else row.metrics.get(s"$measurement.seconds").filter(_ > 0)

  def mbPerSecond(row: Row, measurement: String): Option[Double] =
    for (seconds <- seconds(row, measurement); bytes <- row.metrics.get(s"$measurement.bytes"))
      yield bytes / 1e6 / seconds

  def elementsPerSecond(row: Row, measurement: String): Option[Double] =
    for (seconds <- seconds(row, measurement); elements <- row.metrics.get(s"$measurement.elements"))
      yield elements / seconds

  def clocksOfElement(row: Row, measurement: String): Option[Double] =
    for (rate <- elementsPerSecond(row, measurement); clock <- row.metrics.get("clockHz")) yield clock / rate

  /** Of what copying memory reaches on one core: no step that moves bytes can do more. */
  def ofMemory(row: Row, measurement: String): Option[Double] =
    for (rate <- mbPerSecond(row, measurement); most <- row.metrics.get("copyMBs") if most > 0) yield rate / most

  /** A rate as a multiple of the same measurement's in the row of another variant. */
  def times(row: Row, rows: Seq[Row], of: String, measurement: String): Option[Double] =
    for (
      base <- rows.find(_.variant.name == of); most <- mbPerSecond(base, measurement);
      own <- mbPerSecond(row, measurement)
    ) yield own / most

  def number(value: Option[Double]): String =
    value.fold("-")(v => if (v >= 100) f"$v%.0f" else if (v >= 10) f"$v%.1f" else f"$v%.2f")
  def share(value: Option[Double]): String = value.fold("-")(v => f"${v * 100}%.0f %%")

  def rate(title: String, measurement: String): Column =
    Column(title, (row, _) => number(mbPerSecond(row, measurement)))
  def memory(measurement: String): Column = Column("of memory copy", (row, _) => share(ofMemory(row, measurement)))

  /** Ours and the paper's multiples of a variant's rate. */
  def beside(of: String, measurement: String, paper: Map[String, Double]): Seq[Column] = Seq(
    Column(s"of $of", (row, rows) => number(times(row, rows, of, measurement))),
    Column(
      "paper",
      (row, _) => number(for (own <- paper.get(row.variant.name); base <- paper.get(of)) yield own / base)
    )
  )
}
