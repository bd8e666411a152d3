package okibi.bench.data.text

import java.nio.file.Path

/** What there is in a text.
  *
  * @param lines       see [[ByteLines]]
  * @param words       see [[WordBounds]]
  * @param lineBytes   without ends of lines
  * @param brokenBytes that are not UTF-8; each belongs to a word like any other byte
  */
final case class TextCount(lines: Long, words: Long, lineBytes: Long, brokenBytes: Long)

object TextCount {

  /** Of a file.
    *
    * @throws TextFileError when it cannot be read
    */
  def of(file: Path): TextCount = {
    val lines = new ByteLines(ByteSource.of(file))
    try of(lines)
    finally lines.close()
  }

  /** Of all lines that are left. A word of a line in pieces counts once, wherever it was cut. */
  def of(lines: ByteLines): TextCount = {
    val bounds = new WordBounds
    var words = 0L
    var inWord = false
    while (lines.next()) {
      words += bounds.split(lines.bytes, lines.from, lines.until)
      if (lines.continuesLine || !lines.endsLine) {
        if (inWord && lines.length > 0 && !Swar.isSpace(lines.bytes(lines.from))) words -= 1
        inWord = !lines.endsLine && (if (lines.length > 0) !Swar.isSpace(lines.bytes(lines.until - 1)) else inWord)
      }
    }
    TextCount(lines.lines, words, lines.lineBytes, lines.brokenBytes)
  }
}
