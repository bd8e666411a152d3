package okibi.bench.data.text

import java.nio.file.Path

/** Counts of a text.
  *
  * @param lines       see [[ByteLines]]
  * @param words       see [[WordBounds]]
  * @param lineBytes   line ends excluded
  * @param brokenBytes bytes that are not UTF-8; like any other byte, each belongs to a word
  */
final case class TextCount(lines: Long, words: Long, lineBytes: Long, brokenBytes: Long)

object TextCount {

  /** Counts of a file.
    *
    * @throws TextFileError when it cannot be read
    */
  def of(file: Path): TextCount = {
    val lines = new ByteLines(ByteSource.of(file))
    try of(lines)
    finally lines.close()
  }

  /** Counts of all remaining lines. A word of a line in pieces counts once, wherever it was cut. */
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
