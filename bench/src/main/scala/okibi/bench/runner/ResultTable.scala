package okibi.bench.runner

import okibi.report.{Grid, TextTable}

/** Tables of results, as plain text. */
object ResultTable {
  def apply(header: Seq[String], rows: Seq[Seq[String]]): String = TextTable(Grid(header, rows))

  /** Median and spread of several runs; `-` without any. */
  def medianAndSpread(seconds: Seq[Double]): String =
    if (seconds.isEmpty) "-" else f"${Stats.median(seconds)}%.2f (${Stats.spread(seconds) * 100}%.0f %%)"

  /** The table of an experiment: variant, seconds, spread, the experiment's columns, and whether the answer is the
    * same.
    */
  def grid(experiment: Experiment, rows: Seq[ResultRow]): Grid = {
    val shown = rows.filter(_.variant.isTimed)
    val header = Seq("variant", "median s", "spread") ++ experiment.report.columns.map(_.title) :+ "same answer"
    val body = shown.map { row =>
      val seconds = row.median.map(m => f"$m%.2f").getOrElse("failed")
      val spread = if (row.seconds.size > 1) f"${Stats.spread(row.seconds) * 100}%.0f %%" else "-"
      val same = Answers.same(row, rows).map(if (_) "yes" else "NO").getOrElse("-")
      Seq(row.variant.name, seconds, spread) ++ experiment.report.columns.map(_.text(row, rows)) :+ same
    }
    Grid(header, body)
  }
}
