package okibi.explain.log

import java.io.InputStream

/** The lines of a stream, each a stream of its own, so that none is ever in memory whole. Not thread-safe. */
private[log] final class Lines(in: InputStream) {
  private val buffer = new Array[Byte](1 << 16)
  private var position = 0
  private var limit = 0
  private var isOpen = false // Whether there may be more of the present line.
  private var isCut = false

  /** Moves on to the next line, over what is left of this one; false at the end. */
  def next(): Boolean = {
    while (isOpen) skipRest()
    isOpen = fill()
    isOpen
  }

  /** Whether the last line has no end of its own. */
  def endsCut: Boolean = isCut

  /** The present line without its end. */
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

  /** Stands before the end of the line, or of the buffer: steps over the first, fills the second again. */
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

  /** Where the line ends, or what the buffer has of it. */
  private def endInBuffer: Int = {
    var at = position
    while (at < limit && buffer(at) != '\n') at += 1
    at
  }
}
