package okibi.spark.sql.column

import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter
import org.apache.spark.sql.types.{DataType, Decimal, DecimalType}
import org.apache.spark.unsafe.Platform

private[sql] final class FloatVector(dataType: DataType, address: Long, entry: BatchLayout.Entry, rows: Int)
    extends TableVector(dataType, address, entry, rows) {
  override def getFloat(row: Int): Float = Platform.getFloat(null, data + (at(row).toLong << 2))

  override def copyFixed(from: Int, count: Int, to: Long): Unit =
    PackedNumbers.copy(data, 4, 4, 0L, pickedPlaces, from, count, to)

  override def write(row: Int, out: UnsafeRowWriter, ordinal: Int): Unit = out.write(ordinal, getFloat(row))
}

private[sql] final class DoubleVector(dataType: DataType, address: Long, entry: BatchLayout.Entry, rows: Int)
    extends TableVector(dataType, address, entry, rows) {
  override def getDouble(row: Int): Double = Platform.getDouble(null, data + (at(row).toLong << 3))

  override def copyFixed(from: Int, count: Int, to: Long): Unit =
    PackedNumbers.copy(data, 8, 8, 0L, pickedPlaces, from, count, to)

  override def write(row: Int, out: UnsafeRowWriter, ordinal: Int): Unit = out.write(ordinal, getDouble(row))
}

/** Reads decimals of more than 18 digits. */
private[sql] final class WideDecimalVector(dataType: DataType, address: Long, entry: BatchLayout.Entry, rows: Int)
    extends TableVector(dataType, address, entry, rows) {
  override def getDecimal(row: Int, precision: Int, scale: Int): Decimal =
    if (isNullAt(row)) null
    else {
      val place = data + (at(row).toLong << 4)
      WideDecimalBuilder.decimal(Platform.getLong(null, place), Platform.getLong(null, place + 8), precision, scale)
    }

  override def copyFixed(from: Int, count: Int, to: Long): Unit = {
    var i = 0
    while (i < count) {
      val place = data + (at(from + i).toLong << 4)
      WideDecimalBuilder.putHalves(
        to + (i.toLong << 4),
        Platform.getLong(null, place),
        Platform.getLong(null, place + 8)
      )
      i += 1
    }
  }

  override def write(row: Int, out: UnsafeRowWriter, ordinal: Int): Unit = {
    val decimal = dataType.asInstanceOf[DecimalType]
    out.write(ordinal, getDecimal(row, decimal.precision, decimal.scale), decimal.precision, decimal.scale)
  }
}

/** A column of nulls alone; the bitmap says so. */
private[sql] final class NullVector(dataType: DataType, address: Long, entry: BatchLayout.Entry, rows: Int)
    extends TableVector(dataType, address, entry, rows) {
  override def write(row: Int, out: UnsafeRowWriter, ordinal: Int): Unit = out.setNullAt(ordinal)
}
