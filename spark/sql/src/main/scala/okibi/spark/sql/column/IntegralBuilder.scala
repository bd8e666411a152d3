package okibi.spark.sql.column

import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter
import org.apache.spark.sql.types.Decimal
import org.apache.spark.unsafe.Platform

/** Builds columns of whole numbers of any width. It holds longs and writes differences from the smallest number, with
  * as many bytes each as the largest difference needs: frame of reference, in whole bytes so that each value is one
  * load.
  */
private[sql] final class IntegralBuilder(kind: ColumnKind) extends ColumnBuilder {
  private var values = new Array[Long](1024)
  private var min = 0L
  private var max = 0L
  private var base = 0L
  private val typeBytes = kind match {
    case ColumnKind.Integral(bytes) => bytes
    case ColumnKind.BooleanColumn => 1
    case _ => 8
  }

  override protected def valueBytes(count: Int): Long = count.toLong * typeBytes

  override protected def reserveValues(count: Int): Unit =
    if (count > values.length) values = java.util.Arrays.copyOf(values, math.max(count, values.length * 2))

  override protected def appendValues(chunk: RowChunk, column: Int): Unit = typeBytes match {
    case 8 => appendLongs(chunk, chunk.slot(column))
    case 4 => appendInts(chunk, chunk.slot(column))
    case 2 => appendShorts(chunk, chunk.slot(column))
    case _ => appendBytes(chunk, chunk.slot(column))
  }

  private def appendLongs(chunk: RowChunk, slot: Long): Unit = {
    val (from, starts, to, first, n) = (chunk.bytes, chunk.starts, values, rows, chunk.rows)
    var i = 0
    while (i < n) {
      to(first + i) = Platform.getLong(from, starts(i) + slot)
      i += 1
    }
  }

  private def appendInts(chunk: RowChunk, slot: Long): Unit = {
    val (from, starts, to, first, n) = (chunk.bytes, chunk.starts, values, rows, chunk.rows)
    var i = 0
    while (i < n) {
      to(first + i) = Platform.getInt(from, starts(i) + slot).toLong
      i += 1
    }
  }

  private def appendShorts(chunk: RowChunk, slot: Long): Unit = {
    val (from, starts, to, first, n) = (chunk.bytes, chunk.starts, values, rows, chunk.rows)
    var i = 0
    while (i < n) {
      to(first + i) = Platform.getShort(from, starts(i) + slot).toLong
      i += 1
    }
  }

  private def appendBytes(chunk: RowChunk, slot: Long): Unit = {
    val (from, starts, to, first, n) = (chunk.bytes, chunk.starts, values, rows, chunk.rows)
    var i = 0
    while (i < n) {
      to(first + i) = Platform.getByte(from, starts(i) + slot).toLong
      i += 1
    }
  }

  override protected def encodeValues(out: BatchBuffer): Int = {
    findBounds()
    val width = IntegralBuilder.width(min, max, typeBytes)
    base = if (width == typeBytes) 0L else min
    val at = out.at(out.reserve(rows.toLong * width))
    width match {
      case 0 =>
      case 1 => putBytes(at)
      case 2 => putShorts(at)
      case 4 => putInts(at)
      case _ => Platform.copyMemory(values, Platform.LONG_ARRAY_OFFSET, null, at, rows * 8L)
    }
    width
  }

  override protected def reference: Long = base

  /** Finds the smallest and the largest value, and stores the smallest for each null. */
  private def findBounds(): Unit = {
    var low = Long.MaxValue
    var high = Long.MinValue
    val (all, n) = (values, rows)
    if (nullCount == 0) {
      var i = 0
      while (i < n) {
        val value = all(i)
        low = math.min(low, value)
        high = math.max(high, value)
        i += 1
      }
    } else if (nullCount == n) {
      low = 0L
      high = 0L
      java.util.Arrays.fill(all, 0, n, 0L)
    } else {
      var i = 0
      while (i < n) {
        if (!isNull(i)) {
          val value = all(i)
          if (value < low) low = value
          if (value > high) high = value
        }
        i += 1
      }
      i = 0
      while (i < n) {
        if (isNull(i)) all(i) = low
        i += 1
      }
    }
    min = low
    max = high
  }

  private def putBytes(at: Long): Unit = {
    val (all, less, n) = (values, base, rows)
    var i = 0
    while (i < n) {
      Platform.putByte(null, at + i, (all(i) - less).toByte)
      i += 1
    }
  }

  private def putShorts(at: Long): Unit = {
    val (all, less, n) = (values, base, rows)
    var i = 0
    while (i < n) {
      Platform.putShort(null, at + (i.toLong << 1), (all(i) - less).toShort)
      i += 1
    }
  }

  private def putInts(at: Long): Unit = {
    val (all, less, n) = (values, base, rows)
    var i = 0
    while (i < n) {
      Platform.putInt(null, at + (i.toLong << 2), (all(i) - less).toInt)
      i += 1
    }
  }

  override protected def bounds(out: UnsafeRowWriter, first: Int): Unit = {
    bound(out, first, min)
    bound(out, first + 1, max)
  }

  private def bound(out: UnsafeRowWriter, ordinal: Int, value: Long): Unit = kind match {
    case ColumnKind.Integral(1) => out.write(ordinal, value.toByte)
    case ColumnKind.Integral(2) => out.write(ordinal, value.toShort)
    case ColumnKind.Integral(4) => out.write(ordinal, value.toInt)
    case ColumnKind.BooleanColumn => out.write(ordinal, value != 0)
    case ColumnKind.SmallDecimal(precision, scale) =>
      out.write(ordinal, Decimal.createUnsafe(value, precision, scale), precision, scale)
    case _ => out.write(ordinal, value)
  }
}

private[sql] object IntegralBuilder {

  /** The bytes that a difference from the smallest value needs: 0, 1, 2, 4, or all bytes of the type. */
  def width(min: Long, max: Long, typeBytes: Int): Int = {
    val range = max - min
    val needed =
      if (range < 0) 8 // The difference does not fit in a long.
      else if (range == 0) 0
      else if (range <= 0xffL) 1
      else if (range <= 0xffffL) 2
      else if (range <= 0xffffffffL) 4
      else 8
    math.min(needed, typeBytes)
  }
}
