package okibi.bench.data.text

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.{Paths, StandardOpenOption}

/** The lines of a slice, without their ends. A line longer than `maxLineBytes` comes in pieces of that size, cut
  * between characters, so that a file without line ends needs no more memory than any other. Not thread-safe.
  *
  * @param broken called with the number of bytes of a line that are not UTF-8, if there are any
  */
final class LineReader(slice: FileSlice, broken: Int => Unit, maxLineBytes: Int = LineReader.maxLineBytes)
    extends Iterator[String]
    with AutoCloseable {
  private val channel = FileChannel.open(Paths.get(slice.path), StandardOpenOption.READ)
  private var bytes = new Array[Byte](LineReader.bufferBytes)

  /** Bytes that are read and not yet returned are from `from` to `end`; `position` is the offset of `from` in the file.
    */
  private var from = 0
  private var end = 0
  private var position = slice.start

  /** Offset in the file of the current line, which may come in pieces. */
  private var lineStart = slice.start
  private var ahead: Option[String] = None

  try {
    channel.position(position)
    if (slice.start > 0) skipPartialLine()
    ahead = read()
  } catch { case error: Throwable => channel.close(); throw error }

  override def hasNext: Boolean = ahead.isDefined

  override def next(): String = {
    val result = ahead.getOrElse(throw new NoSuchElementException(s"$slice has no more lines"))
    ahead = read()
    result
  }

  override def close(): Unit = channel.close()

  /** A line that begins before the slice belongs to the slice before. */
  private def skipPartialLine(): Unit = {
    position -= 1
    channel.position(position)
    var byte = byteAt(0)
    while (byte != -1 && byte != '\n') {
      advance(1)
      byte = byteAt(0)
    }
    if (byte == '\n') advance(1)
    lineStart = position
  }

  private def read(): Option[String] =
    if (lineStart >= slice.end) finish()
    else {
      val length = lineLength()
      val next = byteAt(length)
      if (next == -1 && length == 0) finish()
      else {
        val text = Utf8.decode(bytes, from, length, broken)
        advance(if (next == '\n') length + 1 else length)
        if (next == '\n') lineStart = position else if (next == -1) lineStart = Long.MaxValue
        Some(text)
      }
    }

  private def finish(): Option[String] = { channel.close(); None }

  /** Length of the line, or of its next piece. */
  private def lineLength(): Int = {
    var length = runFrom(0)
    while (continues(length)) length = runFrom(length + 1)
    length
  }

  /** The first offset, from `offset` on, that needs a closer look: a line end, the greatest length, or the end of the
    * buffer.
    */
  private def runFrom(offset: Int): Int = {
    val limit = math.min(end - from, maxLineBytes)
    var i = offset
    while (i < limit && bytes(from + i) != '\n') i += 1
    i
  }

  /** Whether the line continues at an offset. Bytes 10xxxxxx continue a character; more than three of them in a row are
    * not UTF-8 and may be cut.
    */
  private def continues(offset: Int): Boolean = byteAt(offset) match {
    case -1 | '\n' => false
    case byte => offset < maxLineBytes || (byte & 0xc0) == 0x80 && offset < maxLineBytes + 3
  }

  private def advance(count: Int): Unit = {
    from += count
    position += count
  }

  /** The byte at an offset after `from`; -1 at the end of the file. */
  private def byteAt(offset: Int): Int = if (from + offset < end || fill()) bytes(from + offset) & 0xff else -1

  /** Moves the kept bytes to the front of the buffer and reads more after them; false at the end of the file. */
  private def fill(): Boolean =
    try {
      val kept = end - from
      val roomier = if (kept == bytes.length) new Array[Byte](bytes.length * 2) else bytes
      System.arraycopy(bytes, from, roomier, 0, kept)
      bytes = roomier
      from = 0
      end = kept
      val count = channel.read(ByteBuffer.wrap(bytes, kept, bytes.length - kept))
      if (count > 0) end += count
      count > 0
    } catch {
      case error: IOException =>
        throw new IOException(
          s"${slice.path}: cannot be read at byte $position (${error.getMessage}). Check the disk.",
          error
        )
    }
}

object LineReader {
  val maxLineBytes: Int = 8 << 20
  private val bufferBytes = 64 << 10
}
