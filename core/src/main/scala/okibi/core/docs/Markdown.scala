package okibi.core.docs

/** The Markdown elements of the generated documents. */
private[docs] object Markdown {
  def page(title: String, intro: String, parts: String*): String =
    (s"# $title" +: intro +: parts).mkString("", "\n\n", "\n")

  def section(title: String, parts: String*): String = (s"## $title" +: parts).mkString("\n\n")

  def code(text: String): String = s"`$text`"

  /** The text with its first letter in upper case and a full stop at its end. */
  def sentence(text: String): String = {
    val capital = text.take(1).toUpperCase + text.drop(1)
    if (capital.endsWith(".")) capital else capital + "."
  }

  def table(header: Seq[String], rows: Seq[Seq[String]]): String =
    (line(header) +: line(header.map(_ => "---")) +: rows.map(line)).mkString("\n")

  private def line(cells: Seq[String]): String = cells.map(_.replace("|", "\\|")).mkString("| ", " | ", " |")
}
