package okibi.spark.sql.table

import java.io.{EOFException, IOException}
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.{Files, StandardOpenOption}

import org.apache.spark.okibi.LocalFiles

/** The file of one partition while it is written: batches one after the other, without gaps.
  *
  * Its name is removed as soon as it is open, so nobody can cut it short under a query, and however the executor ends,
  * nothing is left behind. For one thread.
  */
private[table] final class ColumnFile private (channel: FileChannel) extends AutoCloseable {
  private var written = 0L
  private var segmentStart = 0L
  private var ends = Vector.empty[Long]

  /** Appends a batch.
    *
    * @return where it begins
    * @throws java.io.IOException when the disk is full, for one; what was appended before stays whole
    */
  def append(batch: ByteBuffer): Long = {
    val start = written
    if (start > segmentStart && start + batch.remaining - segmentStart > Mapping.SegmentBytes) endSegment()
    var at = start
    while (batch.hasRemaining) at += channel.write(batch, at)
    written = at
    start
  }

  /** What was appended at a place, as a copy. */
  def read(offset: Long, length: Int): Array[Byte] = {
    val bytes = ByteBuffer.allocate(length)
    while (bytes.hasRemaining && channel.read(bytes, offset + bytes.position()) >= 0) ()
    if (bytes.hasRemaining)
      throw new EOFException(
        s"A partition of a cached table: its file ends after ${offset + bytes.position()} of $written bytes"
      )
    bytes.array
  }

  /** Maps what was appended.
    *
    * @throws java.io.IOException when the operating system has no room for the mapping
    */
  def map(): MappedFile = {
    // A batch that could not be written whole may have left a piece.
    if (channel.size > written) channel.truncate(written)
    endSegment()
    new MappedFile(Mapping.of(channel, ends))
  }

  override def close(): Unit = channel.close()

  // The next segment begins within the last page of this one, which may be mapped twice.
  private def endSegment(): Unit = {
    ends :+= written
    segmentStart = written
  }
}

private[table] object ColumnFile {

  /** @throws java.io.IOException when no file can be made under Spark's local directories */
  def create(): ColumnFile = {
    val path = LocalFiles.newPath().toPath
    val channel =
      FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)
    try Files.delete(path)
    catch {
      case e: IOException =>
        channel.close()
        path.toFile.deleteOnExit()
        throw e
    }
    new ColumnFile(channel)
  }
}
