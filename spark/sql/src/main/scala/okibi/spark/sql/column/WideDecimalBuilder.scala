package okibi.spark.sql.column

import java.math.{BigDecimal, BigInteger}

import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter
import org.apache.spark.sql.types.Decimal
import org.apache.spark.unsafe.Platform

/** Builds columns of decimals of more than 18 digits. Each takes 16 bytes: the upper half, then the lower half. */
private[sql] final class WideDecimalBuilder(kind: ColumnKind.WideDecimal) extends ColumnBuilder {
  private var values = new Array[Long](1024)
  private var min = 0
  private var max = 0

  /** Spark counts a decimal of any width as eight bytes. */
  override protected def valueBytes(count: Int): Long = count * 8L

  override protected def reserveValues(count: Int): Unit =
    if (count * 2 > values.length) values = java.util.Arrays.copyOf(values, math.max(count * 2, values.length * 2))

  override protected def appendValues(chunk: RowChunk, column: Int): Unit = {
    val slot = chunk.slot(column)
    var i = 0
    while (i < chunk.rows) {
      val place = Platform.getLong(chunk.bytes, chunk.starts(i) + slot)
      val at = chunk.starts(i) + (place >>> 32)
      val length = if (chunk.isNull(i, column)) 0 else place.toInt
      var high = 0L
      var low = 0L
      if (length > 0) {
        // Spark's row has the bytes of a BigInteger: big-endian, as few as possible.
        low = Platform.getByte(chunk.bytes, at).toLong
        high = low >> 63
        var b = 1
        while (b < length) {
          high = (high << 8) | (low >>> 56)
          low = (low << 8) | (Platform.getByte(chunk.bytes, at + b) & 0xffL)
          b += 1
        }
      }
      values((rows + i) * 2) = high
      values((rows + i) * 2 + 1) = low
      i += 1
    }
  }

  override protected def encodeValues(out: BatchBuffer): Int = {
    Platform.copyMemory(values, Platform.LONG_ARRAY_OFFSET, null, out.at(out.reserve(rows * 16L)), rows * 16L)
    findBounds()
    BatchLayout.Width8
  }

  private def findBounds(): Unit = {
    min = -1
    var i = 0
    while (i < rows) {
      if (!isNull(i)) {
        if (min < 0) {
          min = i
          max = i
        } else if (isLess(i, min)) min = i
        else if (isLess(max, i)) max = i
      }
      i += 1
    }
  }

  private def isLess(a: Int, b: Int): Boolean = {
    val (high, other) = (values(a * 2), values(b * 2))
    high < other || (high == other && java.lang.Long.compareUnsigned(values(a * 2 + 1), values(b * 2 + 1)) < 0)
  }

  override protected def bounds(out: UnsafeRowWriter, first: Int): Unit = {
    bound(out, first, min)
    bound(out, first + 1, max)
  }

  private def bound(out: UnsafeRowWriter, ordinal: Int, index: Int): Unit =
    out.write(
      ordinal,
      WideDecimalBuilder.decimal(values(index * 2), values(index * 2 + 1), kind.precision, kind.scale),
      kind.precision,
      kind.scale
    )
}

private[sql] object WideDecimalBuilder {

  /** Writes an unscaled value as one number of 16 bytes in the machine's byte order. */
  def putHalves(at: Long, high: Long, low: Long): Unit = {
    val isLittle = UnsafeAccess.isLittleEndian
    Platform.putLong(null, at, if (isLittle) low else high)
    Platform.putLong(null, at + 8, if (isLittle) high else low)
  }

  /** The decimal whose unscaled value has the two halves. */
  def decimal(high: Long, low: Long, precision: Int, scale: Int): Decimal =
    if (high == (low >> 63)) Decimal(BigDecimal.valueOf(low, scale), precision, scale)
    else {
      val bytes = new Array[Byte](16)
      Platform.putLong(bytes, Platform.BYTE_ARRAY_OFFSET.toLong, UnsafeAccess.bigEndian(high))
      Platform.putLong(bytes, Platform.BYTE_ARRAY_OFFSET + 8L, UnsafeAccess.bigEndian(low))
      Decimal(new BigDecimal(new BigInteger(bytes), scale), precision, scale)
    }
}
