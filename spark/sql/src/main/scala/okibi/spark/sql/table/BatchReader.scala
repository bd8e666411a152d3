package okibi.spark.sql.table

import java.nio.ByteBuffer

import okibi.spark.sql.column.{BatchBuffer, BatchLayout, ColumnKind, TableVector, VectorFactory}

import org.apache.spark.TaskContext
import org.apache.spark.sql.columnar.CachedBatch
import org.apache.spark.sql.types.DataType
import org.apache.spark.unsafe.Platform

/** Makes vectors of batches. A mapped batch is read in place. The wanted columns of a batch in the heap, or in a file
  * that is not mapped, are copied to memory outside the heap, because code that is compiled for addresses alone reads
  * faster than code that must tell arrays from addresses.
  *
  * For one task and scan. Vectors of a mapped batch are valid until the task ends; vectors of another batch, until the
  * next call.
  *
  * @param columns the wanted columns of a batch, in order
  */
private[sql] final class BatchReader(columns: Array[Int], types: Array[DataType]) {
  private val kinds = types.map(ColumnKind.of)
  private val headerBytes = BatchLayout.headerBytes(if (columns.isEmpty) 0 else columns.max + 1)
  private val context = TaskContext.get()
  private var held: PartitionFile = _
  private var hold: PartitionFile.Hold = _
  private var arena: BatchBuffer = _

  /** The thread that reads. Before Spark 4.0 another thread than the task's own feeds Python, and may outlive the task. */
  @volatile private var thread: Thread = _

  def read(batch: CachedBatch): Array[TableVector] = batch match {
    case table: TableBatch if table.bytes != null => copied(table)
    case table: TableBatch =>
      if (table.file ne held) begin(table.file)
      if (hold.mapping != null) inPlace(table, hold.mapping.address(table.start)) else copiedFromFile(table)
    case other =>
      throw new IllegalArgumentException(
        s"A batch of a cached table: got ${other.getClass.getName}, expected ${classOf[TableBatch].getName}. " +
          "Unpersist the table and cache it again."
      )
  }

  /** Holds a file until the task ends. Without a task the garbage collector ends the hold. */
  private def begin(file: PartitionFile): Unit = {
    val begun = file.hold()
    hold = begun
    held = file
    if (context != null) context.addTaskCompletionListener[Unit](_ => begun.release())
  }

  private def inPlace(batch: TableBatch, start: Long): Array[TableVector] = {
    val vectors = new Array[TableVector](columns.length)
    var i = 0
    while (i < columns.length) {
      val entry = new BatchLayout.Entry(null, start + BatchLayout.entryAt(columns(i)))
      vectors(i) = VectorFactory.of(kinds(i), types(i), start + entry.offset, entry, batch.numRows)
      i += 1
    }
    vectors
  }

  private def copied(batch: TableBatch): Array[TableVector] = {
    val bytes = batch.bytes
    val check = new EntryCheck(bytes, batch.numRows)
    val entries = columns.indices.map(i => check.entry(columns(i), kinds(i))).toArray
    copiedColumns(batch, entries) { (entry, at) =>
      Platform.copyMemory(bytes, Platform.BYTE_ARRAY_OFFSET.toLong + entry.offset, null, arena.at(at), entry.bytes)
    }
  }

  private def copiedFromFile(batch: TableBatch): Array[TableVector] = {
    val header = ByteBuffer.allocate(headerBytes)
    hold.copy(batch.start, header)
    val entries = columns.map(column =>
      new BatchLayout.Entry(header.array, Platform.BYTE_ARRAY_OFFSET.toLong + BatchLayout.entryAt(column))
    )
    copiedColumns(batch, entries) { (entry, at) =>
      hold.copy(batch.start + entry.offset, arena.slice(at, entry.bytes))
    }
  }

  /** @param copy copies the bytes of a column to an offset of the arena */
  private def copiedColumns(batch: TableBatch, entries: Array[BatchLayout.Entry])(
      copy: (BatchLayout.Entry, Int) => Unit
  ): Array[TableVector] = {
    var at = reserve(entries.map(entry => BatchLayout.align(entry.bytes.toLong)).sum)
    val vectors = new Array[TableVector](columns.length)
    var i = 0
    while (i < columns.length) {
      val entry = entries(i)
      copy(entry, at)
      vectors(i) = VectorFactory.of(kinds(i), types(i), arena.at(at), entry, batch.numRows)
      at += BatchLayout.align(entry.bytes.toLong).toInt
      i += 1
    }
    vectors
  }

  private def reserve(bytes: Long): Int = {
    if (arena == null) {
      val made = new BatchBuffer
      arena = made
      if (context != null) context.addTaskCompletionListener[Unit](_ => free(made))
    }
    thread = Thread.currentThread
    arena.clear()
    arena.reserve(bytes)
  }

  private def free(memory: BatchBuffer): Unit =
    if (thread eq Thread.currentThread) memory.free() else DelayedWork.run(PartitionFile.GraceMs)(memory.free())
}
