package okibi.spark.sql.arrow

import okibi.spark.sql.column.TableVector

import org.apache.spark.sql.vectorized.ColumnVector
import org.apache.spark.unsafe.Platform

/** Fills the buffers of one column in Arrow's layout with rows of batches of a cached table, many values at a time. Gives
  * no memory back except buffers that became too small. For one thread.
  *
  * @param mostRows how many rows are appended at most
  */
sealed abstract class ColumnFiller[Buffer](buffers: Buffers[Buffer], mostRows: Int) {
  private val validity = buffers.allocate(ColumnFiller.bitmapBytes(mostRows))
  Platform.setMemory(buffers.address(validity), 0, ColumnFiller.bitmapBytes(mostRows))
  private var filled = 0
  private var nullRows = 0

  /** Rows that were appended. */
  final def rows: Int = filled

  /** Rows among them that are null. */
  final def nulls: Int = nullRows

  /** Appends rows of a column of a batch, which a scan of a cached table gave. */
  final def append(column: ColumnVector, from: Int, count: Int): Unit = {
    val vector = column.asInstanceOf[TableVector]
    nullRows += vector.copyValidity(from, count, buffers.address(validity), filled)
    appendValues(vector, from, count)
    filled += count
  }

  protected def appendValues(vector: TableVector, from: Int, count: Int): Unit

  /** The filled buffers in Arrow's order. They are the caller's to release. */
  final def filledBuffers: Seq[Buffer] = validity +: values

  protected def values: Seq[Buffer]

  /** How many bytes of each filled buffer mean something, in the order of [[filledBuffers]]. */
  final def filledBytes: Seq[Long] = ((filled + 7) >>> 3).toLong +: valueBytes

  protected def valueBytes: Seq[Long]

  /** The bytes of all values so far. */
  final def bytes: Long = valueBytes.sum
}

object ColumnFiller {
  def apply[Buffer](form: ArrowForm, buffers: Buffers[Buffer], mostRows: Int): ColumnFiller[Buffer] = form match {
    case ArrowForm.Bits => new BitsFiller(buffers, mostRows)
    case ArrowForm.FixedWidth(bytes) => new FixedWidthFiller(bytes, buffers, mostRows)
    case ArrowForm.VariableWidth => new VariableWidthFiller(buffers, mostRows)
  }

  private def bitmapBytes(rows: Int): Long = ((rows + 63) >>> 6) * 8L

  private final class BitsFiller[Buffer](buffers: Buffers[Buffer], mostRows: Int)
      extends ColumnFiller[Buffer](buffers, mostRows) {
    private val bits = buffers.allocate(bitmapBytes(mostRows))
    Platform.setMemory(buffers.address(bits), 0, bitmapBytes(mostRows))

    override protected def appendValues(vector: TableVector, from: Int, count: Int): Unit =
      vector.copyBits(from, count, buffers.address(bits), rows)

    override protected def valueBytes: Seq[Long] = Seq((rows + 7L) >>> 3)

    override protected def values: Seq[Buffer] = Seq(bits)
  }

  private final class FixedWidthFiller[Buffer](width: Int, buffers: Buffers[Buffer], mostRows: Int)
      extends ColumnFiller[Buffer](buffers, mostRows) {
    private val data = buffers.allocate(mostRows.toLong * width)

    override protected def appendValues(vector: TableVector, from: Int, count: Int): Unit =
      vector.copyFixed(from, count, buffers.address(data) + rows.toLong * width)

    override protected def valueBytes: Seq[Long] = Seq(rows.toLong * width)

    override protected def values: Seq[Buffer] = Seq(data)
  }

  private final class VariableWidthFiller[Buffer](buffers: Buffers[Buffer], mostRows: Int)
      extends ColumnFiller[Buffer](buffers, mostRows) {
    private val offsets = buffers.allocate((mostRows + 1) * 4L)
    Platform.putInt(null, buffers.address(offsets), 0)
    private var room = mostRows * FirstBytes
    private var data = buffers.allocate(room)
    private var used = 0

    override protected def appendValues(vector: TableVector, from: Int, count: Int): Unit = {
      vector.copyEnds(from, count, buffers.address(offsets) + (rows + 1) * 4L, used)
      val end = Platform.getInt(null, buffers.address(offsets) + (rows + count) * 4L)
      if (end > room) grow(end)
      vector.copyBytes(from, count, buffers.address(data) + used)
      used = end
    }

    private def grow(needed: Int): Unit = {
      room = math.max(needed.toLong, math.min(room * 2, Int.MaxValue.toLong))
      val larger = buffers.allocate(room)
      Platform.copyMemory(null, buffers.address(data), null, buffers.address(larger), used)
      buffers.release(data)
      data = larger
    }

    override protected def valueBytes: Seq[Long] = Seq((rows + 1) * 4L, used.toLong)

    override protected def values: Seq[Buffer] = Seq(offsets, data)
  }

  /** Room for each value at first, in bytes. */
  private val FirstBytes = 16L
}
