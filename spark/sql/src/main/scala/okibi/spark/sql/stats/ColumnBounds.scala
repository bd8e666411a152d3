package okibi.spark.sql.stats

import java.util.Arrays.compareUnsigned

import org.apache.spark.sql.catalyst.InternalRow

/** The bounds of one column, and whether it has nulls and values. Gathered value by value, or from the bounds of
  * batches. Not thread-safe.
  */
sealed abstract class ColumnBounds {
  var mayBeNull: Boolean = false
  var mayHaveValue: Boolean = false

  /** False once a batch had values without bounds. */
  var bounded: Boolean = true

  /** Adds the value of a row, which must not be null. */
  def add(row: InternalRow, ordinal: Int): Unit
}

/** For a column whose values have no order: tells only whether there are nulls and values. */
final class NoBounds extends ColumnBounds {
  bounded = false

  def add(row: InternalRow, ordinal: Int): Unit = mayHaveValue = true
}

final class LongBounds(order: LongOrder) extends ColumnBounds {
  var lower: Long = Long.MaxValue
  var upper: Long = Long.MinValue

  def add(row: InternalRow, ordinal: Int): Unit = {
    val key = order.key(row, ordinal)
    add(key, key)
  }

  def add(low: Long, high: Long): Unit = {
    mayHaveValue = true
    if (low < lower) lower = low
    if (high > upper) upper = high
  }
}

final class BytesBounds(order: BytesOrder) extends ColumnBounds {
  var lower: Array[Byte] = _
  var upper: Array[Byte] = _

  def add(row: InternalRow, ordinal: Int): Unit = {
    mayHaveValue = true
    if ((lower eq null) || order.compare(row, ordinal, lower) < 0) lower = order.key(row, ordinal).clone()
    if ((upper eq null) || order.compare(row, ordinal, upper) > 0) upper = order.key(row, ordinal).clone()
  }

  def add(low: Array[Byte], high: Array[Byte]): Unit = {
    mayHaveValue = true
    if ((lower eq null) || compareUnsigned(low, lower) < 0) lower = low
    if ((upper eq null) || compareUnsigned(high, upper) > 0) upper = high
  }
}

object ColumnBounds {

  /** @param order of the column's type; null if the type has none */
  def of(order: SqlKeyOrder): ColumnBounds = order match {
    case null => new NoBounds
    case longs: LongOrder => new LongBounds(longs)
    case bytes: BytesOrder => new BytesBounds(bytes)
  }
}
