package okibi.bench.experiment.primitives

import okibi.bench.runner.{Column, ResultRow}

/** Rates and columns from the metrics of [[PrimitiveJob]]; none where a row lacks the measurement. Rates are those of
  * one core, MB of 10^6^ bytes.
  */
private[primitives] object PrimitiveMetrics {
  def seconds(row: ResultRow, measurement: String): Option[Double] =
    if (row.failure.isDefined) None else row.metrics.get(s"$measurement.seconds").filter(_ > 0)

  def mbPerSecond(row: ResultRow, measurement: String): Option[Double] =
    for (seconds <- seconds(row, measurement); bytes <- row.metrics.get(s"$measurement.bytes"))
      yield bytes / 1e6 / seconds

  def elementsPerSecond(row: ResultRow, measurement: String): Option[Double] =
    for (seconds <- seconds(row, measurement); elements <- row.metrics.get(s"$measurement.elements"))
      yield elements / seconds

  def clocksPerElement(row: ResultRow, measurement: String): Option[Double] =
    for (rate <- elementsPerSecond(row, measurement); clock <- row.metrics.get("clockHz")) yield clock / rate

  /** Rate as a share of copying memory on one core: no step that moves bytes can do more. */
  def shareOfMemory(row: ResultRow, measurement: String): Option[Double] =
    for (rate <- mbPerSecond(row, measurement); copyMbs <- row.metrics.get("copyMBs") if copyMbs > 0)
      yield rate / copyMbs

  /** A rate as a multiple of the rate of another variant. */
  def multiple(row: ResultRow, rows: Seq[ResultRow], base: String, measurement: String): Option[Double] =
    for {
      baseRow <- rows.find(_.variant.name == base)
      baseRate <- mbPerSecond(baseRow, measurement)
      rate <- mbPerSecond(row, measurement)
    } yield rate / baseRate

  def number(value: Option[Double]): String =
    value.fold("-")(v => if (v >= 100) f"$v%.0f" else if (v >= 10) f"$v%.1f" else f"$v%.2f")
  def share(value: Option[Double]): String = value.fold("-")(v => f"${v * 100}%.0f %%")

  def rate(title: String, measurement: String): Column =
    Column(title, (row, _) => number(mbPerSecond(row, measurement)))
  def memory(measurement: String): Column = Column("of memory copy", (row, _) => share(shareOfMemory(row, measurement)))

  /** Columns with the measured and the paper's multiple of a variant's rate. */
  def multiples(base: String, measurement: String, paper: Map[String, Double]): Seq[Column] = Seq(
    Column(s"of $base", (row, rows) => number(multiple(row, rows, base, measurement))),
    Column(
      "paper",
      (row, _) => number(for (rate <- paper.get(row.variant.name); baseRate <- paper.get(base)) yield rate / baseRate)
    )
  )
}
