package okibi.spark.sql.column

import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter
import org.apache.spark.sql.types.{BinaryType, DataType, IntegerType, LongType}
import org.apache.spark.sql.vectorized.ColumnVector
import org.apache.spark.unsafe.Platform
import org.apache.spark.unsafe.types.UTF8String

/** Reads values of any length. */
private[sql] abstract class BytesVector(dataType: DataType, address: Long, entry: BatchLayout.Entry, rows: Int)
    extends VariableVector(dataType, address, entry, rows) {
  private[this] val fixedLength = if (entry.encoding == BatchLayout.FixedLength) entry.parameter else -1
  private[this] val bytesAt = if (fixedLength >= 0) data else data + (rows + 1) * 4L

  override private[column] final def start(row: Int): Long =
    bytesAt + (if (fixedLength >= 0) at(row).toLong * fixedLength
               else Platform.getInt(null, data + (at(row).toLong << 2)).toLong)

  override private[column] final def length(row: Int): Int =
    if (fixedLength >= 0) fixedLength
    else {
      val offset = data + (at(row).toLong << 2)
      Platform.getInt(null, offset + 4) - Platform.getInt(null, offset)
    }

  override protected final def isContiguous: Boolean = true

  /** Copies the bytes, which are the same in Spark's row for every type. */
  override final def write(row: Int, out: UnsafeRowWriter, ordinal: Int): Unit =
    out.write(ordinal, UTF8String.fromAddress(null, start(row), length(row)))

  private[column] final def copy(from: Long, length: Int): Array[Byte] = {
    val bytes = new Array[Byte](length)
    Platform.copyMemory(null, from, bytes, Platform.BYTE_ARRAY_OFFSET, length)
    bytes
  }
}

private[sql] final class BinaryVector(dataType: DataType, address: Long, entry: BatchLayout.Entry, rows: Int)
    extends BytesVector(dataType, address, entry, rows) {
  override def getBinary(row: Int): Array[Byte] = if (isNullAt(row)) null else copy(start(row), length(row))
}

/** Reads intervals of months, days and microseconds: 4, 4 and 8 bytes, as in Spark's row. */
private[sql] final class IntervalVector(dataType: DataType, address: Long, entry: BatchLayout.Entry, rows: Int)
    extends BytesVector(dataType, address, entry, rows) {
  private[this] lazy val children: Array[ColumnVector] =
    Array(new PartVector(this, IntegerType), new PartVector(this, IntegerType, 4), new PartVector(this, LongType, 8))
  override def getChild(ordinal: Int): ColumnVector = children(ordinal)

  private final class PartVector(parent: IntervalVector, dataType: DataType, offset: Int = 0)
      extends TableVector(dataType, address, entry, rows) {
    override def getInt(row: Int): Int = Platform.getInt(null, parent.start(row) + offset)
    override def getLong(row: Int): Long = Platform.getLong(null, parent.start(row) + offset)
    override def write(row: Int, out: UnsafeRowWriter, ordinal: Int): Unit = out.write(ordinal, getLong(row))
  }
}

/** Reads variants: the length of the value, the value, the metadata, as in Spark's row. */
private[sql] final class VariantVector(dataType: DataType, address: Long, entry: BatchLayout.Entry, rows: Int)
    extends BytesVector(dataType, address, entry, rows) {
  private[this] lazy val children: Array[ColumnVector] =
    Array(new PartVector(this, isValue = true), new PartVector(this, isValue = false))
  override def getChild(ordinal: Int): ColumnVector = children(ordinal)

  private final class PartVector(parent: VariantVector, isValue: Boolean)
      extends TableVector(BinaryType, address, entry, rows) {
    override def getBinary(row: Int): Array[Byte] = {
      val at = parent.start(row)
      val valueBytes = Platform.getInt(null, at)
      if (isValue) parent.copy(at + 4, valueBytes)
      else parent.copy(at + 4 + valueBytes, parent.length(row) - 4 - valueBytes)
    }
    override def write(row: Int, out: UnsafeRowWriter, ordinal: Int): Unit = out.write(ordinal, getBinary(row))
  }
}

/** Nested values, and values of types that Okibi does not know, as in Spark's row. Read row by row only. */
private[sql] final class RowBytesVector(dataType: DataType, address: Long, entry: BatchLayout.Entry, rows: Int)
    extends BytesVector(dataType, address, entry, rows)

private[sql] final class StringVector(dataType: DataType, address: Long, layout: BatchLayout.Entry, rows: Int)
    extends VariableVector(dataType, address, layout, rows) {
  private[this] val fixedLength = if (layout.encoding == BatchLayout.FixedLength) layout.parameter else -1
  private[this] val codeBytes = if (layout.encoding == BatchLayout.Dictionary) layout.reference.toInt else 0
  private[this] val offsetsAt = if (codeBytes == 0) data else data + BatchLayout.align(rows.toLong * codeBytes)
  private[this] val bytesAt =
    if (fixedLength >= 0) data else offsetsAt + ((if (codeBytes == 0) rows else layout.parameter) + 1) * 4L

  // The strings of the dictionary that were read: each is made once, so that a row costs one array load.
  private[this] val dictionary = if (codeBytes == 0) null else new Array[UTF8String](layout.parameter)

  override def getUTF8String(row: Int): UTF8String =
    if (isNullAt(row)) null
    else if (codeBytes != 0) entry(code(at(row)))
    else if (fixedLength >= 0) UTF8String.fromAddress(null, bytesAt + at(row).toLong * fixedLength, fixedLength)
    else string(at(row))

  override def write(row: Int, out: UnsafeRowWriter, ordinal: Int): Unit = out.write(ordinal, getUTF8String(row))

  /** The number of strings in the dictionary; 0 if the batch has no dictionary. */
  def dictionarySize: Int = if (codeBytes == 0) 0 else dictionary.length

  /** A string of the dictionary. */
  def entry(code: Int): UTF8String = {
    val known = dictionary(code)
    if (known != null) known else decode(code)
  }

  /** The codes of the strings at some places of the batch, regardless of the rows that were picked. The code of a null
    * means nothing.
    */
  def codes(places: Array[Int], count: Int, out: Array[Int]): Unit = {
    var i = 0
    while (i < count) {
      out(i) = code(places(i))
      i += 1
    }
  }

  private def code(place: Int): Int =
    if (codeBytes == 1) Platform.getByte(null, data + place) & 0xff
    else if (codeBytes == 2) Platform.getShort(null, data + (place.toLong << 1)) & 0xffff
    else Platform.getInt(null, data + (place.toLong << 2))

  private def decode(code: Int): UTF8String = {
    val value = string(code)
    dictionary(code) = value
    value
  }

  private def string(index: Int): UTF8String = {
    val at = offsetsAt + (index.toLong << 2)
    val start = Platform.getInt(null, at)
    UTF8String.fromAddress(null, bytesAt + start, Platform.getInt(null, at + 4) - start)
  }

  // Of a string among those that have offsets.

  private def begin(index: Int): Long = bytesAt + Platform.getInt(null, offsetsAt + (index.toLong << 2))

  private def size(index: Int): Int = {
    val at = offsetsAt + (index.toLong << 2)
    Platform.getInt(null, at + 4) - Platform.getInt(null, at)
  }

  override private[column] def start(row: Int): Long =
    if (codeBytes != 0) begin(code(at(row)))
    else if (fixedLength >= 0) bytesAt + at(row).toLong * fixedLength
    else begin(at(row))

  override private[column] def length(row: Int): Int =
    if (fixedLength >= 0) fixedLength
    else if (codeBytes == 0) size(at(row))
    else if (isNullAt(row)) 0
    else size(code(at(row)))

  override protected def isContiguous: Boolean = codeBytes == 0
}
