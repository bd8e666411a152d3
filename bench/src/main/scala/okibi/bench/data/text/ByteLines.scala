package okibi.bench.data.text

import java.nio.charset.StandardCharsets.UTF_8

/** The lines of a text, as ranges of a buffer's bytes. A line ends with a line feed, a carriage return, or both in this
  * order, as in [[java.io.BufferedReader]]. Text after the last line end is a line too. Only text that is asked for
  * becomes a String. Not thread-safe.
  *
  * A line longer than the buffer comes in pieces, cut between characters, so that a text without line ends needs no
  * more memory than any other. Exactly one piece of each line says that it ends the line; that piece may be empty.
  *
  * @param source      is closed with the lines
  * @param bufferBytes greatest length of a piece
  */
final class ByteLines(source: ByteSource, bufferBytes: Int = ByteLines.bufferBytes) extends AutoCloseable {
  if (bufferBytes < ByteLines.minBytes)
    throw new IllegalArgumentException(
      s"bufferBytes $bufferBytes: allowed is at least ${ByteLines.minBytes}, a character and its neighbours"
    )

  /** The buffer has room for a block after its last byte, so that no code needs to read byte by byte there. */
  private val buffer = new Array[Byte](bufferBytes + Swar.blockBytes)

  /** Bytes that are read and not yet returned are from `following` to `end`. */
  private var following = 0
  private var end = 0
  private var pieceStart = 0
  private var pieceEnd = 0
  private var ends = true
  private var continues = false
  private var afterReturn = false
  private var highBits = 0L
  private var allLines = 0L
  private var allBytes = 0L
  private var broken = 0L

  /** Moves to the next line, or to the next piece of a long line; false when there is none.
    *
    * @throws java.io.IOException when the source cannot be read
    */
  def next(): Boolean = {
    continues = !ends
    highBits = 0L
    if (afterReturn) skipLineFeed()
    var at = following
    while (true) {
      val found = lineEnd(at)
      if (found < end) return lineEndsAt(found)
      if (found - following >= bufferBytes) return cutAt(characterEnd())
      at = found - following
      if (!fill()) return if (end > following || continues) lastLine() else false
      // The kept bytes have moved to the front.
    }
    false
  }

  /** The array that has the piece; it changes with the next piece. */
  def bytes: Array[Byte] = buffer

  /** Index of the piece's first byte. */
  def from: Int = pieceStart

  /** Index after the piece's last byte, line end excluded. */
  def until: Int = pieceEnd

  def length: Int = pieceEnd - pieceStart

  /** Whether the line ends with this piece; true for all but very long lines. */
  def endsLine: Boolean = ends

  /** Whether the line began with an earlier piece. */
  def continuesLine: Boolean = continues

  /** The piece as text, with U+FFFD for bytes that are not UTF-8. */
  def text: String = new String(buffer, pieceStart, length, UTF_8)

  /** Lines that have ended so far. */
  def lines: Long = allLines

  /** Bytes of the pieces so far, line ends excluded. */
  def lineBytes: Long = allBytes

  /** Bytes of the pieces so far that are not UTF-8, see [[Utf8Damage]]. */
  def brokenBytes: Long = broken

  override def close(): Unit = source.close()

  /** Index of the line end, from `at` on; `end` when the buffer does not have it yet. */
  private def lineEnd(at: Int): Int = {
    var i = at
    var seen = 0L
    while (end - i >= 32) {
      val a = Swar.load(buffer, i)
      val b = Swar.load(buffer, i + 8)
      val c = Swar.load(buffer, i + 16)
      val d = Swar.load(buffer, i + 24)
      if ((Swar.mayEndLine(a) | Swar.mayEndLine(b) | Swar.mayEndLine(c) | Swar.mayEndLine(d)) != 0) {
        val until = nearEnd(i, i + 32)
        if (until < i + 32) {
          highBits |= seen
          return until
        }
      }
      seen |= a | b | c | d
      i += 32
    }
    highBits |= seen
    nearEnd(i, end)
  }

  /** Index of the line end within a few bytes; `until` when there is none. */
  private def nearEnd(at: Int, until: Int): Int = {
    var i = at
    var seen = 0L
    while (until - i >= 8) {
      val word = Swar.load(buffer, i)
      val found = Swar.lineEnds(word)
      seen |= word
      if (found != 0) {
        highBits |= seen
        return i + Swar.first(found)
      }
      i += 8
    }
    while (i < until && buffer(i) != '\n' && buffer(i) != '\r') {
      seen |= buffer(i)
      i += 1
    }
    highBits |= seen
    i
  }

  private def lineEndsAt(found: Int): Boolean = {
    setPiece(found, lineIsOver = true)
    following = found + 1
    if (buffer(found) == '\r') {
      if (following == end) afterReturn = true
      else if (buffer(following) == '\n') following += 1
    }
    true
  }

  private def lastLine(): Boolean = cut(end, lineIsOver = true)

  private def cutAt(at: Int): Boolean = cut(at, lineIsOver = false)

  private def cut(at: Int, lineIsOver: Boolean): Boolean = {
    setPiece(at, lineIsOver)
    following = at
    true
  }

  private def setPiece(until: Int, lineIsOver: Boolean): Unit = {
    pieceStart = following
    pieceEnd = until
    ends = lineIsOver
    if (lineIsOver) allLines += 1
    allBytes += length
    // A line of ASCII has no high bits. High bits of the bytes after the line only cost a needless count.
    if ((highBits & Swar.highBits) != 0) broken += Utf8Damage.count(buffer, pieceStart, pieceEnd)
  }

  /** Index after the last whole character in the buffer. Bytes 10xxxxxx continue a character; more than three of them
    * in a row are not UTF-8 and may be cut.
    */
  private def characterEnd(): Int = {
    var lead = end - 1
    while (end - lead < 4 && (buffer(lead) & 0xc0) == 0x80) lead -= 1
    if ((buffer(lead) & 0xc0) == 0xc0 && lead > following) lead else end
  }

  private def skipLineFeed(): Unit = {
    if (following < end || fill()) {
      if (buffer(following) == '\n') following += 1
    }
    afterReturn = false
  }

  /** Moves the kept bytes to the front of the buffer and reads more after them; false at the end of the text. */
  private def fill(): Boolean = {
    val kept = end - following
    if (following > 0) System.arraycopy(buffer, following, buffer, 0, kept)
    following = 0
    end = kept
    val count = source.read(buffer, kept, bufferBytes - kept)
    if (count > 0) end += count
    count > 0
  }
}

object ByteLines {

  /** A size that stays in a core's own cache, together with what is computed from the buffer. */
  val bufferBytes: Int = 256 << 10

  private val minBytes = 8
}
