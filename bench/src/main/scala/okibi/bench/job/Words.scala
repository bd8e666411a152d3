package okibi.bench.job

import scala.collection.mutable.ArrayBuffer

/** Words are runs of characters that are not white space. */
object Words {
  def split(line: String): Iterator[String] = {
    val words = new ArrayBuffer[String]
    each(line, (start, end) => words += line.substring(start, end))
    words.iterator
  }

  def count(line: String): Long = {
    var words = 0L
    each(line, (_, _) => words += 1)
    words
  }

  private def each(line: String, found: (Int, Int) => Unit): Unit = {
    var start = -1
    var i = 0
    while (i < line.length) {
      if (Character.isWhitespace(line.charAt(i))) {
        if (start >= 0) found(start, i)
        start = -1
      } else if (start < 0) start = i
      i += 1
    }
    if (start >= 0) found(start, line.length)
  }
}
