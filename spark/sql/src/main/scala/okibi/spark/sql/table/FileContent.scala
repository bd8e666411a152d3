package okibi.spark.sql.table

import java.nio.ByteBuffer
import java.nio.channels.FileChannel

/** How the bytes of a partition's file are reached. Thread-safe. */
private[table] trait FileContent {

  /** The bytes of the file. */
  def length: Long

  /** Begins a read. If it gives a mapping, `endRead` is to be called once.
    *
    * @return the mapping of the file, which stays until the read ends; null if the bytes must be copied
    */
  def beginRead(): Mapping

  def endRead(): Unit

  /** Copies bytes of the file to where the buffer stands, until the buffer is full. */
  def copy(offset: Long, to: ByteBuffer): Unit

  /** Ends what holds the file's space. Nothing may be read later. */
  def close(): Unit
}

/** A file that is mapped as long as it lives, and not open. */
private[table] final class AlwaysMapped(mapping: Mapping, override val length: Long) extends FileContent {
  override def beginRead(): Mapping = mapping
  override def endRead(): Unit = ()
  override def copy(offset: Long, to: ByteBuffer): Unit = mapping.copy(offset, to)
  override def close(): Unit = mapping.unmap()
}

/** A file that stays open, and is mapped while `resident` has room for it.
  *
  * @param channel must not close when a thread that reads is interrupted
  * @param ends    as `Mapping.of` takes them
  */
private[table] final class MappedAtTimes(channel: FileChannel, ends: Seq[Long], resident: ResidentMemory)
    extends FileContent {
  override val length: Long = ends.last

  // Guarded by `resident`.
  private[table] var mapping: Mapping = _
  private[table] var readers = 0
  private[table] var lastRead = 0L
  private[table] var idleSinceNs = 0L

  resident.opened()

  def map(): Mapping = Mapping.of(channel, ends)

  override def beginRead(): Mapping = resident.beginRead(this)
  override def endRead(): Unit = resident.endRead(this)

  override def copy(offset: Long, to: ByteBuffer): Unit = ColumnFile.copy(channel, offset, to)

  override def close(): Unit = {
    resident.closed(this)
    channel.close()
  }
}
