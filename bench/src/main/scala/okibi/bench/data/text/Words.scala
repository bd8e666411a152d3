package okibi.bench.data.text

import scala.collection.mutable.ArrayBuffer

/** Splits lines into words: runs of characters that are not white space. ASCII control characters count as white space.
  */
object Words {
  def split(line: String): Iterator[String] = {
    val words = new ArrayBuffer[String](line.length / 8 + 1)
    var start = 0
    while (start < line.length) {
      val end = wordEnd(line, start)
      if (end > start) words += line.substring(start, end)
      start = end + 1
    }
    words.iterator
  }

  def count(line: String): Long = {
    // No branch depends on where a word ends, which no processor can predict.
    var words = 0
    var before = 1
    var i = 0
    while (i < line.length) {
      val space = spaceBit(line.charAt(i))
      words += before & (space ^ 1)
      before = space
      i += 1
    }
    words.toLong
  }

  /** Index after the run that begins at `start`; `start` itself at white space. */
  private def wordEnd(line: String, start: Int): Int = {
    var end = start
    while (end < line.length && !isSpace(line.charAt(end))) end += 1
    end
  }

  private def isSpace(c: Char): Boolean = spaceBit(c) != 0

  /** 1 for white space, 0 for the rest. */
  private def spaceBit(c: Char): Int = if (c < 128) (c - 33) >>> 31 else if (Character.isWhitespace(c)) 1 else 0
}
