package okibi.explain.log

import java.io.InputStream

/** Reads the lines of a stream as streams, so that no line is in memory as a whole. Not thread-safe. */
private[log] final class LogLineReader(in: InputStream) {
  private val buffer = new Array[Byte](1 << 16)
  private var position = 0
  private var limit = 0
  private var isOpen = false // Whether the current line may have more bytes.
  private var isCut = false

  /** Skips the rest of the current line and moves to the next one; false at the end of the stream. */
  def next(): Boolean = {
    while (isOpen) skipRest()
    isOpen = fill()
    isOpen
  }

  /** Whether the last line ends with the stream, not with a line feed. */
  def endsCut: Boolean = isCut

  /** The current line without its line feed. */
  val line: InputStream = new InputStream {
    private val one = new Array[Byte](1)

    override def read(): Int = if (read(one, 0, 1) < 0) -1 else one(0) & 0xff

    override def read(bytes: Array[Byte], offset: Int, length: Int): Int =
      if (length == 0) 0
      else if (!isOpen) -1
      else {
        val end = endInBuffer
        if (end == position) {
          takeEnd()
          if (isOpen) read(bytes, offset, length) else -1
        } else {
          val count = math.min(length, end - position)
          System.arraycopy(buffer, position, bytes, offset, count)
          position += count
          count
        }
      }
  }

  private def skipRest(): Unit = {
    position = endInBuffer
    takeEnd()
  }

  /** At the end of the line: skips the line feed. At the end of the buffer: fills the buffer. */
  private def takeEnd(): Unit =
    if (position < limit) {
      position += 1
      isOpen = false
    } else if (!fill()) {
      isOpen = false
      isCut = true
    }

  private def fill(): Boolean = {
    if (position == limit) {
      position = 0
      limit = math.max(0, in.read(buffer, 0, buffer.length))
    }
    position < limit
  }

  /** The position of the line feed, or the end of the buffer where the line goes on. */
  private def endInBuffer: Int = {
    var at = position
    while (at < limit && buffer(at) != '\n') at += 1
    at
  }
}
