package okibi.spark.sql.column

import org.apache.spark.sql.types.DataType
import org.apache.spark.unsafe.Platform

/** A column whose values are bytes of any number. */
private[sql] abstract class VariableVector(dataType: DataType, address: Long, entry: BatchLayout.Entry, rows: Int)
    extends TableVector(dataType, address, entry, rows) {

  /** The address of a value's bytes. */
  private[column] def start(row: Int): Long

  /** The number of a value's bytes; 0 for a null. */
  private[column] def length(row: Int): Int

  /** Whether values of places that follow each other do so in memory. */
  protected def isContiguous: Boolean

  override final def copyEnds(from: Int, count: Int, to: Long, before: Int): Unit = {
    var end = before
    var i = 0
    while (i < count) {
      end = Math.addExact(end, length(from + i))
      Platform.putInt(null, to + (i.toLong << 2), end)
      i += 1
    }
  }

  override final def copyBytes(from: Int, count: Int, to: Long): Unit =
    if (count > 0) {
      if (isContiguous && pickedPlaces == null) {
        val begin = start(from)
        val last = from + count - 1
        Platform.copyMemory(null, begin, null, to, start(last) + length(last) - begin)
      } else {
        var end = to
        var i = 0
        while (i < count) {
          val bytes = length(from + i)
          if (bytes > 0) VariableVector.copy(start(from + i), bytes, end)
          end += bytes
          i += 1
        }
      }
    }
}

private object VariableVector {

  /** Values of at most this many bytes are copied here, because a call costs more. */
  private val ShortBytes = 32

  /** Reads and writes no byte beyond the value. */
  private def copy(from: Long, bytes: Int, to: Long): Unit =
    if (bytes > ShortBytes) Platform.copyMemory(null, from, null, to, bytes)
    else {
      var i = 0
      while (i + 8 <= bytes) {
        Platform.putLong(null, to + i, Platform.getLong(null, from + i))
        i += 8
      }
      while (i < bytes) {
        Platform.putByte(null, to + i, Platform.getByte(null, from + i))
        i += 1
      }
    }
}
