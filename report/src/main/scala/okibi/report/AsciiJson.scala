package okibi.report

/** JSON of printable ASCII alone, so that no text in it can move a terminal's cursor or end a line of a script. */
object AsciiJson {

  /** The JSON's text; `indent` is the number of spaces of a level, and -1 writes one line. The delete character is
    * replaced here because ujson counts it as printable.
    */
  def write(json: ujson.Value, indent: Int = -1): String =
    ujson.write(json, indent, escapeUnicode = true).replace("\u007f", "\\u007f")
}
