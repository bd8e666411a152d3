package okibi.explain.report

/** What reports for a terminal have in common. */
private[report] object ReportStyle {

  /** Appended to the id or name of uncertain figures. */
  val uncertainMark = "*"
  val uncertainLegend: String = s"$uncertainMark uncertain: see the cautions"

  /** A line whose text begins in the same column for every label. */
  def labelled(label: String, text: String): String = f"$label%-9s $text"

  /** Blocks of lines with a blank line between them; empty blocks are left out. */
  def blocks(blocks: Seq[String]*): String = blocks.filter(_.nonEmpty).map(_.mkString("\n")).mkString("", "\n\n", "\n")
}
