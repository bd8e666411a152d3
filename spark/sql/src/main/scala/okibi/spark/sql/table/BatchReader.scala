package okibi.spark.sql.table

import okibi.spark.sql.column.{BatchLayout, ColumnKind, TableVector, VectorFactory}

import org.apache.spark.TaskContext
import org.apache.spark.sql.columnar.CachedBatch
import org.apache.spark.sql.types.DataType
import org.apache.spark.unsafe.Platform

/** Makes vectors of batches. A mapped batch is read in place. The wanted columns of a batch in the heap are copied to
  * memory outside the heap, because code that is compiled for addresses alone reads faster than code that must tell
  * arrays from addresses.
  *
  * For one task and scan. Vectors are valid until the task ends; vectors of a batch in the heap, until the next call.
  *
  * @param columns the wanted columns of a batch, in order
  */
private[sql] final class BatchReader(columns: Array[Int], types: Array[DataType]) {
  private val kinds = types.map(ColumnKind.of)
  private val context = TaskContext.get()
  private var held: MappedFile = _
  private var arena = 0L
  private var arenaBytes = 0L
  private var listening = false

  def read(batch: CachedBatch): Array[TableVector] = batch match {
    case table: TableBatch => if (table.bytes == null) mapped(table) else copied(table)
    case other =>
      throw new IllegalArgumentException(
        s"A batch of a cached table: got ${other.getClass.getName}, expected ${classOf[TableBatch].getName}. " +
          "Unpersist the table and cache it again."
      )
  }

  private def mapped(batch: TableBatch): Array[TableVector] = {
    if (batch.file ne held) hold(batch.file)
    val start = batch.address
    val vectors = new Array[TableVector](columns.length)
    var i = 0
    while (i < columns.length) {
      val entry = new BatchLayout.Entry(null, start + BatchLayout.entryAt(columns(i)))
      vectors(i) = VectorFactory.of(kinds(i), types(i), start + entry.offset, entry, batch.numRows)
      i += 1
    }
    vectors
  }

  /** Holds a file until the task ends. Without a task the garbage collector ends the hold. */
  private def hold(file: MappedFile): Unit = {
    file.retain()
    held = file
    if (context != null) context.addTaskCompletionListener[Unit](_ => file.release())
  }

  private def copied(batch: TableBatch): Array[TableVector] = {
    val bytes = batch.bytes
    val check = new EntryCheck(bytes, batch.numRows)
    val entries = columns.indices.map(i => check.entry(columns(i), kinds(i))).toArray
    reserve(entries.map(entry => entry.bytes.toLong).sum)
    var at = arena
    val vectors = new Array[TableVector](columns.length)
    var i = 0
    while (i < columns.length) {
      val entry = entries(i)
      Platform.copyMemory(bytes, Platform.BYTE_ARRAY_OFFSET.toLong + entry.offset, null, at, entry.bytes)
      vectors(i) = VectorFactory.of(kinds(i), types(i), at, entry, batch.numRows)
      at += entry.bytes
      i += 1
    }
    vectors
  }

  private def reserve(bytes: Long): Unit = {
    if (bytes > arenaBytes) {
      Platform.freeMemory(arena)
      arena = 0L
      arena = Platform.allocateMemory(bytes + bytes / 8)
      arenaBytes = bytes + bytes / 8
    }
    if (!listening && context != null) {
      listening = true
      context.addTaskCompletionListener[Unit] { _ =>
        Platform.freeMemory(arena)
        arena = 0L
        arenaBytes = 0L
      }
    }
  }
}
