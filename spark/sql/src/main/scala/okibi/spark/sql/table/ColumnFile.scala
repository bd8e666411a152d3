package okibi.spark.sql.table

import java.io.{EOFException, IOException}
import java.nio.ByteBuffer
import java.nio.channels.FileChannel
import java.nio.file.{Files, Path}
import java.util.concurrent.atomic.LongAdder

import scala.util.control.NonFatal

import okibi.core.conf.TableConf
import okibi.spark.shims.DiskQuota

import org.apache.spark.okibi.LocalFiles
import org.slf4j.LoggerFactory

/** The file of one partition while it is written: batch after batch, without gaps.
  *
  * Its name is removed as soon as the file is open. So no process can truncate it while a query reads, and nothing is
  * left behind however the executor ends. For one thread.
  */
private[table] final class ColumnFile private (channel: FileChannel, folder: Path) extends AutoCloseable {
  private var written = 0L
  private var segmentStart = 0L
  private var ends = Vector.empty[Long]

  /** Only asked where there is a limit: Java reads the table of mounts for it. */
  private lazy val isInMemory = LocalFiles.areInMemory(folder)

  /** Whether a batch may be appended: files take no more of the disks than the user allows. A file on tmpfs is memory,
    * and the files there hold no more than may be mapped.
    *
    * @param resident limits what is mapped; None: there is no limit
    */
  def isRoom(batchBytes: Int, resident: Option[ResidentMemory]): Boolean =
    DiskQuota.shared.isRoom(batchBytes.toLong) &&
      resident.forall(memory => !isInMemory || ColumnFile.heldBytes + batchBytes <= memory.limitBytes)

  /** Appends a batch.
    *
    * @return the offset of the batch
    * @throws java.io.IOException for instance if the disk is full; batches that were appended before stay whole
    */
  def append(batch: ByteBuffer): Long = {
    val start = written
    if (start > segmentStart && start + batch.remaining - segmentStart > Mapping.SegmentBytes) endSegment()
    var at = start
    while (batch.hasRemaining) at += channel.write(batch, at)
    ColumnFile.took(at - start)
    written = at
    start
  }

  /** A copy of the bytes at an offset. */
  def read(offset: Long, length: Int): Array[Byte] = {
    val bytes = ByteBuffer.allocate(length)
    ColumnFile.copy(channel, offset, bytes)
    bytes.array
  }

  /** The batches that were appended, for readers. This file must not be used any more.
    *
    * @param resident limits what is mapped; None: the file is always mapped
    * @throws java.io.IOException if the operating system refuses the mapping; then this file can still be read
    */
  def finish(resident: Option[ResidentMemory]): PartitionFile = {
    // A batch that was not written whole may have left some bytes.
    if (channel.size > written) channel.truncate(written)
    endSegment()
    new PartitionFile(resident.filter(_ => !isInMemory && ColumnFile.staysOpen(channel)) match {
      case Some(memory) => new MappedAtTimes(channel, ends, memory)
      case None =>
        val mapping = Mapping.of(channel, ends)
        channel.close()
        new AlwaysMapped(mapping, written)
    })
  }

  override def close(): Unit = {
    channel.close()
    ColumnFile.freed(written)
    written = 0
  }

  // The next segment begins in the last page of this one. The page may be mapped twice.
  private def endSegment(): Unit = {
    ends :+= written
    segmentStart = written
  }
}

private[table] object ColumnFile {
  private val held = new LongAdder

  /** The bytes of all files of this JVM, those that are being written included. */
  def heldBytes: Long = held.sum()

  private def took(length: Long): Unit = {
    held.add(length)
    DiskQuota.shared.take(length)
  }

  /** A file of this length has given back its space. */
  def freed(length: Long): Unit = {
    held.add(-length)
    DiskQuota.shared.giveBack(length)
  }

  /** Copies bytes of a file to where the buffer stands, until the buffer is full.
    *
    * @throws java.io.EOFException if the file ends before
    */
  def copy(channel: FileChannel, offset: Long, to: ByteBuffer): Unit = {
    var at = offset
    var read = 0
    while (to.hasRemaining && read >= 0) {
      read = channel.read(to, at)
      if (read > 0) at += read
    }
    if (to.hasRemaining)
      throw new EOFException(
        s"A partition of a cached table: its file ends at $at, ${to.remaining} bytes before the end of what is read."
      )
  }

  /** Whether the channel stays open when readers are interrupted. */
  private def staysOpen(channel: FileChannel): Boolean =
    try {
      LocalFiles.keepOpen(channel)
      true
    } catch {
      case NonFatal(e) =>
        log.warn(
          s"Okibi: cached tables stay mapped, whatever ${TableConf.residentMemory.key} allows: $e. " +
            "Start the JVM with --add-opens=java.base/sun.nio.ch=ALL-UNNAMED."
        )
        false
    }

  private val log = LoggerFactory.getLogger("okibi")

  /** @throws java.io.IOException if no file can be made below Spark's local directories */
  def create(): ColumnFile = {
    val path = LocalFiles.newPath().toPath
    val channel = LocalFiles.create(path)
    try Files.delete(path)
    catch {
      case e: IOException =>
        channel.close()
        path.toFile.deleteOnExit()
        throw e
    }
    new ColumnFile(channel, path.getParent)
  }
}
