package okibi.spark.sql.table

import java.nio.ByteBuffer

import okibi.spark.sql.column.{BatchBuffer, BatchLayout, ColumnBuilder, ColumnKind, RowChunk, StringsBuilder}

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.{UnsafeProjection, UnsafeRow}
import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.DataType
import org.apache.spark.unsafe.Platform

/** Makes batches from rows. Batch after batch and task after task reuse its arrays and buffers. For one thread at a
  * time.
  */
private[table] final class BatchWriter(val types: Seq[DataType]) {
  private val builders: Array[ColumnBuilder] = types.map(dataType => ColumnBuilder(ColumnKind.of(dataType))).toArray
  private val chunk = new RowChunk(types.size)
  private val buffer = new BatchBuffer
  private val statsWriter = new UnsafeRowWriter(types.size * 5)
  private lazy val toUnsafe = UnsafeProjection.create(types.toArray)
  private var maxRows = BatchWriter.Rows
  private var pending = 0
  private var pendingBytes = 0L

  /** The number of rows of the batch that `fill` made. */
  def rows: Int = pending

  /** Takes rows until the batch is full or there are no more, and encodes them.
    *
    * @return false if there was no row
    */
  def fill(input: Iterator[InternalRow]): Boolean = {
    clear()
    while (pending < maxRows && pendingBytes < BatchWriter.Bytes && input.hasNext) {
      val room = maxRows - pending
      while (chunk.rows < room && !chunk.isFull && input.hasNext) add(input.next())
      drain()
    }
    if (pending > 0) encode()
    pending > 0
  }

  /** The batch that `fill` made. Valid until the next call. */
  def bytes: ByteBuffer = buffer.bytes(0)

  def length: Int = buffer.length

  /** A copy of the batch's statistics. */
  def stats: UnsafeRow = {
    statsWriter.reset()
    statsWriter.zeroOutNullBytes()
    var column = 0
    while (column < builders.length) {
      builders(column).statistics(statsWriter, column * 5)
      column += 1
    }
    statsWriter.getRow.copy()
  }

  /** Begins another partition, and forgets what was learned of the last one.
    *
    * @param maxRows the largest number of rows of a batch
    */
  def begin(maxRows: Int): Unit = {
    clear()
    this.maxRows = maxRows
    builders.foreach {
      case strings: StringsBuilder => strings.retryDictionary()
      case _ =>
    }
  }

  private def add(row: InternalRow): Unit = row match {
    case unsafe: UnsafeRow =>
      if (unsafe.numFields != builders.length)
        throw new IllegalStateException(
          s"A row of a table to cache: got ${unsafe.numFields} columns, the table has ${builders.length}. " +
            "The plan that computes the table is at fault."
        )
      chunk.add(unsafe)
    case other => chunk.add(toUnsafe(other))
  }

  /** Appends the rows of the chunk to the builders, column by column. */
  private def drain(): Unit = {
    var column = 0
    while (column < builders.length) {
      builders(column).append(chunk, column)
      column += 1
    }
    pending += chunk.rows
    pendingBytes += chunk.sizeBytes
    chunk.clear()
  }

  private def encode(): Unit = {
    buffer.reserve(BatchLayout.headerBytes(builders.length))
    var column = 0
    while (column < builders.length) {
      builders(column).encode(buffer, BatchLayout.entryAt(column))
      column += 1
    }
    val checksum = buffer.checksum(BatchLayout.HeaderBytes)
    val at = buffer.at(0)
    Platform.putInt(null, at + BatchLayout.MagicAt, BatchLayout.Magic)
    Platform.putInt(null, at + BatchLayout.VersionAt, BatchLayout.Version)
    Platform.putInt(null, at + BatchLayout.RowsAt, pending)
    Platform.putInt(null, at + BatchLayout.ColumnsAt, builders.length)
    Platform.putLong(null, at + BatchLayout.LengthAt, buffer.length.toLong)
    Platform.putLong(null, at + BatchLayout.ChecksumAt, checksum & 0xffffffffL)
  }

  private def clear(): Unit = {
    builders.foreach(_.reset())
    chunk.clear()
    buffer.clear()
    pending = 0
    pendingBytes = 0L
  }
}

private[table] object BatchWriter {

  /** The largest number of rows of a batch if the user does not set one. */
  val Rows: Int = 1 << 15

  /** The largest number of rows of a batch. Spark's default is for its own format, so only a value that is set counts.
    */
  def maxRows(conf: SQLConf): Int =
    if (conf.contains(SQLConf.COLUMN_BATCH_SIZE.key)) math.max(1, conf.columnBatchSize) else Rows

  /** The bytes of rows after which a batch ends, so that wide tables need no more memory than narrow ones. */
  val Bytes: Long = 32L << 20
}
