package okibi.explain.redact

/** Untrusted text of a log, made safe for people to read: it cannot move the cursor, change colours or fill the screen.
  */
object PlainText {

  /** One line of printable characters.
    *
    * @param mostCharacters of the result; longer text is cut and ends with `...`
    */
  def apply(text: String, mostCharacters: Int): String = {
    val line = text
      .codePoints()
      .limit(4L * mostCharacters)
      .toArray
      .map(printable)
      .foldLeft(new java.lang.StringBuilder)(_.appendCodePoint(_))
      .toString
      .trim
    if (line.codePointCount(0, line.length) <= mostCharacters) line
    else line.substring(0, line.offsetByCodePoints(0, mostCharacters - 3)) + "..."
  }

  private def printable(character: Int): Int = Character.getType(character) match {
    case Character.CONTROL | Character.FORMAT | Character.SURROGATE | Character.PRIVATE_USE | Character.UNASSIGNED |
        Character.LINE_SEPARATOR | Character.PARAGRAPH_SEPARATOR =>
      ' '
    case _ => character
  }
}
