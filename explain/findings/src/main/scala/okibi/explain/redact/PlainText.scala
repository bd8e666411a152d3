package okibi.explain.redact

/** Text of a log where people read it: whoever wrote the log chose it, so nothing in it may move the cursor, change colours or fill the screen. */
object PlainText {

  /** One line of characters that only show themselves, cut where it is too long. */
  def apply(text: String, most: Int): String = {
    val line = text
      .codePoints()
      .limit(4L * most)
      .toArray
      .map(safe)
      .foldLeft(new java.lang.StringBuilder)(_.appendCodePoint(_))
      .toString
      .trim
    if (line.codePointCount(0, line.length) <= most) line
    else line.substring(0, line.offsetByCodePoints(0, most - 3)) + "..."
  }

  private def safe(character: Int): Int = Character.getType(character) match {
    case Character.CONTROL | Character.FORMAT | Character.SURROGATE | Character.PRIVATE_USE | Character.UNASSIGNED |
        Character.LINE_SEPARATOR | Character.PARAGRAPH_SEPARATOR =>
      ' '
    case _ => character
  }
}
