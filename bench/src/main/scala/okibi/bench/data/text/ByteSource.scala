package okibi.bench.data.text

import java.io.{IOException, InputStream}
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.{Files, NoSuchFileException, Path, StandardOpenOption}

/** A source of bytes, read in order. Not thread-safe. */
trait ByteSource extends AutoCloseable {

  /** Puts up to `length` bytes, at least one, at `from`.
    *
    * @return number of bytes; -1 at the end
    */
  def read(bytes: Array[Byte], from: Int, length: Int): Int
}

object ByteSource {

  /** A stream, which is closed with the source. */
  def of(in: InputStream): ByteSource = new ByteSource {
    override def read(bytes: Array[Byte], from: Int, length: Int): Int = in.read(bytes, from, length)
    override def close(): Unit = in.close()
  }

  /** A file.
    *
    * @throws TextFileError when it cannot be read, at once or later
    */
  def of(file: Path): ByteSource = {
    if (Files.isDirectory(file)) throw TextFileError.IsDirectory(file)
    val channel =
      try FileChannel.open(file, StandardOpenOption.READ)
      catch {
        case _: NoSuchFileException => throw TextFileError.NotThere(file)
        case error: IOException => throw TextFileError.NotReadable(file, error)
      }
    new OfFile(file, channel)
  }

  private final class OfFile(file: Path, channel: FileChannel) extends ByteSource {
    private var position = 0L

    override def read(bytes: Array[Byte], from: Int, length: Int): Int =
      try {
        val count = channel.read(ByteBuffer.wrap(bytes, from, length))
        if (count > 0) position += count
        count
      } catch { case error: IOException => throw TextFileError.Broken(file, position, error) }

    override def close(): Unit = channel.close()
  }
}
