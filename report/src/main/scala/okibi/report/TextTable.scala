package okibi.report

/** Plain text tables: the first column to the left, all others to the right. */
object TextTable {
  def apply(grid: Grid): String = {
    val all = grid.header +: grid.rows
    val widths = grid.header.indices.map(i => all.map(_(i).length).max)
    val lines = all.map { cells =>
      cells.indices
        .map { i =>
          val padding = " " * (widths(i) - cells(i).length)
          if (i == 0) cells(i) + padding else padding + cells(i)
        }
        .mkString("  ")
        .replaceAll("\\s+$", "")
    }
    (lines.head +: widths.map("-" * _).mkString("  ") +: lines.tail).mkString("\n")
  }
}
