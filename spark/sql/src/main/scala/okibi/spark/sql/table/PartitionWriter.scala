package okibi.spark.sql.table

import java.io.IOException
import java.nio.channels.ClosedByInterruptException

import scala.collection.mutable

import okibi.spark.shims.DiskQuota

import org.apache.spark.{TaskContext, TaskKilledException}
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.UnsafeRow
import org.apache.spark.sql.columnar.CachedBatch
import org.apache.spark.sql.types.DataType
import org.slf4j.LoggerFactory

/** Makes the batches of one partition. If a file may be used, all rows are written to it before the first batch is
  * returned; otherwise each batch is made in the heap when it is asked for. Rows that do not fit on the disk, into the
  * disk quota or into a tmpfs become batches in the heap. For one task.
  *
  * @param mapped  whether a file may be used
  * @param maxRows the largest number of rows of a batch
  */
private[table] final class PartitionWriter(
    rows: Iterator[InternalRow],
    types: Seq[DataType],
    mapped: Boolean,
    maxRows: Int = BatchWriter.Rows
) extends Iterator[CachedBatch] {
  private var writer = WriterPool.shared.borrow(types, maxRows)
  private var ready: Iterator[CachedBatch] = Iterator.empty
  private val resident = ResidentMemory.get
  private var inFile = mapped && resident.fold(Mapping.isRoom)(_.isRoom) && DiskQuota.shared.isRoom(1)

  override def hasNext: Boolean = {
    if (!ready.hasNext && writer != null) ready = if (inFile) fromFile() else fromHeap()
    ready.hasNext
  }

  override def next(): CachedBatch = {
    if (!hasNext) throw new NoSuchElementException("next on the end of a partition")
    ready.next()
  }

  /** @return whether the writer holds a batch; false at the end of the partition */
  private def nextBatch(): Boolean = {
    val context = TaskContext.get()
    if (context != null && context.isInterrupted()) throw new TaskKilledException
    val filled = writer.fill(rows)
    if (!filled) {
      WriterPool.shared.giveBack(writer)
      writer = null
    }
    filled
  }

  private def fromHeap(): Iterator[CachedBatch] = if (nextBatch()) Iterator.single(heapBatch()) else Iterator.empty

  private def heapBatch(): TableBatch = {
    val bytes = new Array[Byte](writer.length)
    writer.bytes.get(bytes)
    new TableBatch(writer.rows, writer.stats, bytes)
  }

  private def fromFile(): Iterator[CachedBatch] = {
    inFile = false
    if (!nextBatch()) Iterator.empty
    else if (writer.length <= PartitionWriter.SmallBytes && !rows.hasNext) Iterator.single(heapBatch())
    else open().fold[Iterator[CachedBatch]](Iterator.single(heapBatch()))(writeAll)
  }

  /** Writes the batches that fit on the disk. */
  private def writeAll(file: ColumnFile): Iterator[CachedBatch] = {
    var last: Iterator[CachedBatch] = Iterator.empty
    val written = new mutable.ArrayBuffer[PartitionWriter.Written]
    try {
      do if (!append(file, written)) last = Iterator.single(heapBatch())
      while (last.isEmpty && nextBatch())
      mappedOrRead(file, written) ++ last
    } catch {
      case e: Throwable =>
        file.close()
        throw e
    }
  }

  private def append(file: ColumnFile, written: mutable.ArrayBuffer[PartitionWriter.Written]): Boolean =
    file.isRoom(writer.length, resident) &&
      (try {
        val offset = file.append(writer.bytes)
        written += PartitionWriter.Written(writer.rows, writer.stats, writer.length, offset)
        true
      } catch PartitionWriter.diskFailure(false))

  /** Handles of the batches. If the file cannot be mapped, the batches themselves, each read back when it is asked for.
    */
  private def mappedOrRead(file: ColumnFile, written: collection.Seq[PartitionWriter.Written]): Iterator[CachedBatch] =
    finish(file, written) match {
      case Some(finished) =>
        written.iterator.zipWithIndex.map { case (batch, i) =>
          new TableBatch(
            batch.rows,
            batch.stats,
            batch.length,
            finished,
            batch.offset,
            ownsFile = i == written.size - 1
          )
        }
      case None =>
        Option(TaskContext.get()).foreach(_.addTaskCompletionListener[Unit](_ => file.close()))
        written.iterator.map(batch => new TableBatch(batch.rows, batch.stats, file.read(batch.offset, batch.length)))
    }

  private def finish(file: ColumnFile, written: collection.Seq[PartitionWriter.Written]): Option[PartitionFile] =
    if (written.isEmpty) None
    else
      try Some(file.finish(resident))
      catch PartitionWriter.diskFailure(None)

  private def open(): Option[ColumnFile] =
    try Some(ColumnFile.create())
    catch PartitionWriter.diskFailure(None)
}

private[table] object PartitionWriter {

  /** A partition of one batch of at most this size is not worth a file and a mapping. */
  val SmallBytes: Int = 16 << 10

  private final case class Written(rows: Int, stats: UnsafeRow, length: Int, offset: Long)

  private val log = LoggerFactory.getLogger(classOf[PartitionWriter])
  @volatile private var warned = false

  /** A disk that cannot store the file does not fail the task; an interruption of the task does. */
  private def diskFailure[T](instead: T): PartialFunction[Throwable, T] = {
    case e: IOException if !e.isInstanceOf[ClosedByInterruptException] =>
      if (!warned) {
        warned = true
        log.warn(
          s"Okibi: a partition of a cached table cannot be written to the local directories and mapped: $e. " +
            "It stays in memory as far as there is room. " +
            "Free space there, or set spark.local.dir to a folder with more space. This warning is not repeated."
        )
      }
      instead
  }
}
