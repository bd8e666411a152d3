package okibi.bench.runner

import okibi.report.Grid

/** Plain text tables: the first column to the left, all others to the right. */
object Table {
  def apply(grid: Grid): String = apply(grid.header, grid.rows)

  def apply(header: Seq[String], rows: Seq[Seq[String]]): String = {
    val all = header +: rows
    val widths = header.indices.map(i => all.map(_(i).length).max)
    val lines = all.map { cells =>
      cells.indices.map { i =>
        val padding = " " * (widths(i) - cells(i).length)
        if (i == 0) cells(i) + padding else padding + cells(i)
      }.mkString("  ").replaceAll("\\s+$", "")
    }
    val rule = widths.map("-" * _).mkString("  ")
    (lines.head +: rule +: lines.tail).mkString("\n")
  }

  /** Median and spread of what was measured several times; `-` of nothing. */
  def medianAndSpread(seconds: Seq[Double]): String =
    if (seconds.isEmpty) "-" else f"${Stats.median(seconds)}%.2f (${Stats.spread(seconds) * 100}%.0f %%)"

  /** The table of an experiment: variant, seconds, spread, its own columns, same answer. */
  def grid(experiment: Experiment, rows: Seq[Row]): Grid = {
    val shown = rows.filter(_.variant.timed)
    val header = Seq("variant", "median s", "spread") ++ experiment.columns.map(_.title) :+ "same answer"
    val body = shown.map { row =>
      val seconds = row.median.map(m => f"$m%.2f").getOrElse("failed")
      val spread = if (row.seconds.size > 1) f"${Stats.spread(row.seconds) * 100}%.0f %%" else "-"
      val same = Answers.same(row, rows).map(if (_) "yes" else "NO").getOrElse("-")
      Seq(row.variant.name, seconds, spread) ++ experiment.columns.map(_.text(row, rows)) :+ same
    }
    Grid(header, body)
  }
}
