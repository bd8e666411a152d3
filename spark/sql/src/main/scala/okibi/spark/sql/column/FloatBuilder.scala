package okibi.spark.sql.column

import org.apache.spark.sql.catalyst.expressions.codegen.UnsafeRowWriter
import org.apache.spark.unsafe.Platform

/** Builds columns of floats, which are stored unchanged. NaN is the largest value and equals itself, as in Spark's
  * comparisons.
  */
private[sql] final class FloatBuilder extends ColumnBuilder {
  private var values = new Array[Float](1024)
  private var min = 0f
  private var max = 0f

  override protected def valueBytes(count: Int): Long = count * 4L

  override protected def reserveValues(count: Int): Unit =
    if (count > values.length) values = java.util.Arrays.copyOf(values, math.max(count, values.length * 2))

  override protected def appendValues(chunk: RowChunk, column: Int): Unit = {
    val (from, starts, to, first, n, slot) = (chunk.bytes, chunk.starts, values, rows, chunk.rows, chunk.slot(column))
    var i = 0
    while (i < n) {
      to(first + i) = Platform.getFloat(from, starts(i) + slot)
      i += 1
    }
  }

  override protected def encodeValues(out: BatchBuffer): Int = {
    Platform.copyMemory(values, Platform.FLOAT_ARRAY_OFFSET, null, out.at(out.reserve(rows * 4L)), rows * 4L)
    findBounds()
    BatchLayout.Width4
  }

  private def findBounds(): Unit = {
    var low = Float.NaN
    var high = Float.NegativeInfinity
    var i = 0
    while (i < rows) {
      if (!isNull(i)) {
        val value = values(i)
        if (java.lang.Float.compare(value, low) < 0) low = value
        if (java.lang.Float.compare(value, high) > 0) high = value
      }
      i += 1
    }
    min = low
    max = high
  }

  override protected def bounds(out: UnsafeRowWriter, first: Int): Unit = {
    out.write(first, min)
    out.write(first + 1, max)
  }
}
