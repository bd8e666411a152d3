package okibi.spark.sql.column

import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter
import org.apache.spark.sql.types.{DataType, Decimal}
import org.apache.spark.unsafe.Platform

/** Loads numbers that are stored with fewer bytes than their type has. The width is the same for all rows of a batch,
  * so the processor predicts the branches or the compiler hoists them.
  */
private object PackedNumbers {
  def int(data: Long, width: Int, base: Int, row: Int): Int =
    if (width == 4) Platform.getInt(null, data + (row.toLong << 2))
    else if (width == 2) base + (Platform.getShort(null, data + (row.toLong << 1)) & 0xffff)
    else if (width == 1) base + (Platform.getByte(null, data + row) & 0xff)
    else base

  def long(data: Long, width: Int, base: Long, row: Int): Long =
    if (width == 4) base + (Platform.getInt(null, data + (row.toLong << 2)) & 0xffffffffL)
    else if (width == 8) Platform.getLong(null, data + (row.toLong << 3))
    else if (width == 2) base + (Platform.getShort(null, data + (row.toLong << 1)) & 0xffff)
    else if (width == 1) base + (Platform.getByte(null, data + row) & 0xff)
    else base

  /** Loads many numbers, with the branch on the width outside of the loop. */
  def longs(
      data: Long,
      width: Int,
      typeBytes: Int,
      base: Long,
      rows: Array[Int],
      count: Int,
      out: Array[Long]
  ): Unit = {
    var i = 0
    if (width == 0) java.util.Arrays.fill(out, 0, count, base)
    else if (width == 8)
      while (i < count) {
        out(i) = Platform.getLong(null, data + (rows(i).toLong << 3))
        i += 1
      }
    else if (width == 4) {
      val mask = if (typeBytes == 4) -1L else 0xffffffffL
      while (i < count) {
        out(i) = base + (Platform.getInt(null, data + (rows(i).toLong << 2)) & mask)
        i += 1
      }
    } else if (width == 2) {
      val mask = if (typeBytes == 2) -1L else 0xffffL
      while (i < count) {
        out(i) = base + (Platform.getShort(null, data + (rows(i).toLong << 1)) & mask)
        i += 1
      }
    } else {
      val mask = if (typeBytes == 1) -1L else 0xffL
      while (i < count) {
        out(i) = base + (Platform.getByte(null, data + rows(i)) & mask)
        i += 1
      }
    }
  }

  /** Copies numbers to memory in the width of their type.
    *
    * @param places the place of each row; null if row `i` is at place `i`
    * @param from   the first row
    */
  def copy(
      data: Long,
      width: Int,
      typeBytes: Int,
      base: Long,
      places: Array[Int],
      from: Int,
      count: Int,
      to: Long
  ): Unit = {
    var i = 0
    if (width == typeBytes && places == null)
      Platform.copyMemory(null, data + from.toLong * width, null, to, count.toLong * width)
    else if (typeBytes == 8)
      while (i < count) {
        Platform.putLong(null, to + (i.toLong << 3), long(data, width, base, place(places, from + i)))
        i += 1
      }
    else if (typeBytes == 4)
      while (i < count) {
        Platform.putInt(null, to + (i.toLong << 2), long(data, width, base, place(places, from + i)).toInt)
        i += 1
      }
    else if (typeBytes == 2)
      while (i < count) {
        Platform.putShort(null, to + (i.toLong << 1), long(data, width, base, place(places, from + i)).toShort)
        i += 1
      }
    else
      while (i < count) {
        Platform.putByte(null, to + i, long(data, width, base, place(places, from + i)).toByte)
        i += 1
      }
  }

  private def place(places: Array[Int], row: Int): Int = if (places == null) row else places(row)
}

/** Reads whole numbers of all types that Spark stores as such. */
private[sql] abstract class WholeVector(
    dataType: DataType,
    address: Long,
    entry: BatchLayout.Entry,
    rows: Int,
    typeBytes: Int
) extends TableVector(dataType, address, entry, rows) {

  /** The values at some places of the batch, regardless of the rows that were picked. The value of a null means
    * nothing.
    */
  final def wholes(places: Array[Int], count: Int, out: Array[Long]): Unit =
    PackedNumbers.longs(data, entry.encoding, typeBytes, entry.reference, places, count, out)

  override def copyFixed(from: Int, count: Int, to: Long): Unit =
    PackedNumbers.copy(data, entry.encoding, typeBytes, entry.reference, pickedPlaces, from, count, to)

  protected final def whole(row: Int): Long = PackedNumbers.long(data, entry.encoding, entry.reference, at(row))
}

private[sql] final class BooleanVector(dataType: DataType, address: Long, entry: BatchLayout.Entry, rows: Int)
    extends TableVector(dataType, address, entry, rows) {
  private[this] val isConstant = entry.encoding == BatchLayout.Width0
  private[this] val constant = entry.reference != 0L
  override def getBoolean(row: Int): Boolean = if (isConstant) constant else Platform.getByte(null, data + at(row)) != 0

  override def copyBits(from: Int, count: Int, bitmap: Long, bit: Int): Unit = {
    var i = 0
    while (i < count) {
      if (getBoolean(from + i)) Bitmaps.set(bitmap, bit + i)
      i += 1
    }
  }

  override def write(row: Int, out: UnsafeRowWriter, ordinal: Int): Unit = out.write(ordinal, getBoolean(row))
}

private[sql] final class ByteVector(dataType: DataType, address: Long, entry: BatchLayout.Entry, rows: Int)
    extends WholeVector(dataType, address, entry, rows, 1) {
  private[this] val isConstant = entry.encoding == BatchLayout.Width0
  private[this] val constant = entry.reference.toByte
  override def getByte(row: Int): Byte = if (isConstant) constant else Platform.getByte(null, data + at(row))

  override def write(row: Int, out: UnsafeRowWriter, ordinal: Int): Unit = out.write(ordinal, getByte(row))
}

private[sql] final class ShortVector(dataType: DataType, address: Long, entry: BatchLayout.Entry, rows: Int)
    extends WholeVector(dataType, address, entry, rows, 2) {
  private[this] val width = entry.encoding
  private[this] val base = entry.reference.toInt
  override def getShort(row: Int): Short = PackedNumbers.int(data, width, base, at(row)).toShort
  override def write(row: Int, out: UnsafeRowWriter, ordinal: Int): Unit = out.write(ordinal, getShort(row))
}

private[sql] final class IntVector(dataType: DataType, address: Long, entry: BatchLayout.Entry, rows: Int)
    extends WholeVector(dataType, address, entry, rows, 4) {
  private[this] val width = entry.encoding
  private[this] val base = entry.reference.toInt
  override def getInt(row: Int): Int = PackedNumbers.int(data, width, base, at(row))
  override def write(row: Int, out: UnsafeRowWriter, ordinal: Int): Unit = out.write(ordinal, getInt(row))
}

private[sql] final class LongVector(dataType: DataType, address: Long, entry: BatchLayout.Entry, rows: Int)
    extends WholeVector(dataType, address, entry, rows, 8) {
  private[this] val width = entry.encoding
  private[this] val base = entry.reference
  override def getLong(row: Int): Long = PackedNumbers.long(data, width, base, at(row))
  override def write(row: Int, out: UnsafeRowWriter, ordinal: Int): Unit = out.write(ordinal, getLong(row))
}

/** Reads decimals of up to 18 digits. */
private[sql] final class DecimalVector(dataType: DataType, address: Long, entry: BatchLayout.Entry, rows: Int)
    extends WholeVector(dataType, address, entry, rows, 8) {
  private[this] val width = entry.encoding
  private[this] val base = entry.reference
  override def getDecimal(row: Int, precision: Int, scale: Int): Decimal =
    if (isNullAt(row)) null else Decimal.createUnsafe(PackedNumbers.long(data, width, base, at(row)), precision, scale)

  /** Arrow's decimals have 16 bytes, in the order of the machine. */
  override def copyFixed(from: Int, count: Int, to: Long): Unit = {
    var i = 0
    while (i < count) {
      val value = whole(from + i)
      WideDecimalBuilder.putHalves(to + (i.toLong << 4), value >> 63, value)
      i += 1
    }
  }

  override def write(row: Int, out: UnsafeRowWriter, ordinal: Int): Unit =
    out.write(ordinal, PackedNumbers.long(data, width, base, at(row)))
}
