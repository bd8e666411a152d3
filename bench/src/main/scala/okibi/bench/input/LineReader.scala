package okibi.bench.input

import java.io.{ByteArrayOutputStream, IOException}
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.{Paths, StandardOpenOption}

/** The lines of a slice, without their ends. A line longer than `maxLineBytes` comes in pieces of that size, cut between
  * characters, so that a file without line ends needs no more memory than any other. Not thread-safe.
  *
  * @param broken told how many bytes of a line are not UTF-8, if any are not
  */
final class LineReader(slice: FileSlice, broken: Int => Unit, maxLineBytes: Int = LineReader.maxLineBytes)
    extends Iterator[String] with AutoCloseable {
  private val channel = FileChannel.open(Paths.get(slice.path), StandardOpenOption.READ)
  private val buffer = ByteBuffer.allocate(LineReader.bufferBytes).limit(0)
  /** Offset in the file of the next byte, and of the line it belongs to. */
  private var position = slice.start
  private var lineStart = slice.start
  private val line = new ByteArrayOutputStream(256)
  private var ahead: Option[String] = None

  try {
    if (slice.start > 0) skipBegunLine()
    ahead = read()
  } catch { case error: Throwable => channel.close(); throw error }

  override def hasNext: Boolean = ahead.isDefined

  override def next(): String = {
    val result = ahead.getOrElse(throw new NoSuchElementException(s"no line left in $slice"))
    ahead = read()
    result
  }

  override def close(): Unit = channel.close()

  /** A line that begins before the slice belongs to the slice before. */
  private def skipBegunLine(): Unit = {
    position -= 1
    channel.position(position)
    while (nextByte() match { case -1 | '\n' => false; case _ => true }) ()
    lineStart = position
  }

  private def read(): Option[String] =
    if (lineStart >= slice.end) finish()
    else {
      var byte = nextByte()
      while (byte != -1 && byte != '\n' && !(line.size >= maxLineBytes && !isContinuation(byte))) {
        line.write(byte)
        byte = nextByte()
      }
      if (byte == -1) {
        lineStart = Long.MaxValue
        if (line.size == 0) finish() else Some(take())
      } else {
        val text = take()
        if (byte == '\n') lineStart = position else line.write(byte)
        Some(text)
      }
    }

  private def finish(): Option[String] = { channel.close(); None }

  private def take(): String = {
    val text = Utf8.decode(line.toByteArray, broken)
    line.reset()
    text
  }

  /** Bytes 10xxxxxx go on with a character; more than three of them in a row cannot be UTF-8 and may be cut. */
  private def isContinuation(byte: Int): Boolean = (byte & 0xC0) == 0x80 && line.size < maxLineBytes + 3

  private def nextByte(): Int = {
    if (!buffer.hasRemaining && !fill()) -1
    else {
      position += 1
      buffer.get() & 0xFF
    }
  }

  private def fill(): Boolean =
    try {
      buffer.clear()
      val count = channel.read(buffer)
      buffer.flip()
      count > 0
    } catch { case error: IOException => throw new IOException(s"${slice.path}: cannot be read at byte $position: ${error.getMessage}", error) }
}

object LineReader {
  val maxLineBytes: Int = 8 << 20
  private val bufferBytes = 64 << 10
}
