package okibi.spark.sql.column

import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter
import org.apache.spark.sql.types.{DataType, Decimal}
import org.apache.spark.sql.vectorized.{ColumnVector, ColumnarArray, ColumnarMap}
import org.apache.spark.unsafe.Platform
import org.apache.spark.unsafe.types.UTF8String

/** A column of a batch, which is read in place at an address outside the heap. Each type has one final class for all
  * encodings, because Spark's generated code is compiled for the classes of a schema.
  *
  * Reading copies only binary values. A vector is valid until the task ends; a vector of a batch that is not mapped,
  * until the next batch is read. `close` does nothing. For one thread.
  */
private[sql] abstract class TableVector(dataType: DataType, address: Long, entry: BatchLayout.Entry, rows: Int)
    extends ColumnVector(dataType) {
  private[this] val nullsAt: Long = if (entry.nulls > 0) address else 0L

  /** The address of the values. */
  protected final val data: Long = if (entry.nulls > 0) address + BatchLayout.bitmapBytes(rows) else address

  private[this] var picked: Array[Int] = _

  /** From now on row `i` is the row at place `rows(i)` of the batch. */
  final def pick(rows: Array[Int]): Unit = picked = rows

  /** The place of a row in the batch, in which rows may have been picked. */
  protected final def at(row: Int): Int = if (picked == null) row else picked(row)

  override final def hasNull: Boolean = nullsAt != 0L

  override final def numNulls: Int = entry.nulls

  override final def isNullAt(row: Int): Boolean = nullsAt != 0L && isNull(at(row))

  private def isNull(place: Int): Boolean =
    (Platform.getLong(null, nullsAt + ((place >> 6).toLong << 3)) & (1L << (place & 63))) != 0L

  override final def close(): Unit = ()

  /** Writes a value, which must not be null, into a row. */
  def write(row: Int, out: UnsafeRowWriter, ordinal: Int): Unit

  private def unsupported(values: String) =
    throw new UnsupportedOperationException(
      s"A column of type ${`type`.catalogString} has no $values. This is a bug of Okibi, please report it."
    )

  override def getBoolean(row: Int): Boolean = unsupported("booleans")
  override def getByte(row: Int): Byte = unsupported("bytes")
  override def getShort(row: Int): Short = unsupported("shorts")
  override def getInt(row: Int): Int = unsupported("ints")
  override def getLong(row: Int): Long = unsupported("longs")
  override def getFloat(row: Int): Float = unsupported("floats")
  override def getDouble(row: Int): Double = unsupported("doubles")
  override def getArray(row: Int): ColumnarArray = unsupported("arrays")
  override def getMap(row: Int): ColumnarMap = unsupported("maps")
  override def getDecimal(row: Int, precision: Int, scale: Int): Decimal = unsupported("decimals")
  override def getUTF8String(row: Int): UTF8String = unsupported("strings")
  override def getBinary(row: Int): Array[Byte] = unsupported("binary values")
  override def getChild(ordinal: Int): ColumnVector = unsupported("children")
}
