package okibi.spark.sql.column

import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter
import org.apache.spark.sql.types.{DataType, Decimal}
import org.apache.spark.sql.vectorized.{ColumnVector, ColumnarArray, ColumnarBatch, ColumnarMap}
import org.apache.spark.unsafe.Platform
import org.apache.spark.unsafe.types.UTF8String

private[sql] object TableVector {

  /** Leaves these rows in a batch of such columns. */
  def pick(batch: ColumnarBatch, rows: Array[Int]): Unit = {
    var places = rows
    var column = 0
    while (column < batch.numCols) {
      val vector = batch.column(column).asInstanceOf[TableVector]
      if (column == 0 && vector.picked != null) places = rows.map(vector.picked(_))
      vector.picked = places
      column += 1
    }
    batch.setNumRows(rows.length)
  }
}

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

  /** Row `i` is the row at place `picked(i)` of the batch; null if no rows were picked. */
  private var picked: Array[Int] = _

  /** The places of the picked rows; null if none were picked. */
  protected final def pickedPlaces: Array[Int] = picked

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

  /** Sets the bit of each row that is not null, from bit `bit` of a bitmap on, whose bits are zero. Returns the number of
    * rows that are null.
    */
  final def copyValidity(from: Int, count: Int, bitmap: Long, bit: Int): Int =
    if (nullsAt == 0L) {
      Bitmaps.setAll(bitmap, bit, count)
      0
    } else if (picked == null && (from & 7) == 0 && (bit & 7) == 0)
      Bitmaps.copyInverted(nullsAt + (from >>> 3), count, bitmap + (bit >>> 3))
    else {
      var valid = 0
      var i = 0
      while (i < count) {
        if (!isNull(at(from + i))) {
          Bitmaps.set(bitmap, bit + i)
          valid += 1
        }
        i += 1
      }
      count - valid
    }

  /** Copies values into memory as Arrow has them, each in the bytes that `ArrowForm.FixedWidth` says. What is written for
    * a null means nothing.
    */
  def copyFixed(from: Int, count: Int, to: Long): Unit = unsupported("values of fixed width")

  /** Sets the bit of each true value, from bit `bit` of a bitmap on, whose bits are zero. */
  def copyBits(from: Int, count: Int, bitmap: Long, bit: Int): Unit = unsupported("booleans")

  /** Writes where the bytes of each value end, four bytes for each.
    *
    * @param before where the bytes of the first value begin
    * @throws ArithmeticException if they end beyond 2 GB
    */
  def copyEnds(from: Int, count: Int, to: Long, before: Int): Unit = unsupported("values of any length")

  /** Copies the bytes of values one after another, those of which `copyEnds` wrote the ends. */
  def copyBytes(from: Int, count: Int, to: Long): Unit = unsupported("values of any length")

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
