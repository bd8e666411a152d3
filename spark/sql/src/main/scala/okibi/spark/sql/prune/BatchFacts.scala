package okibi.spark.sql.prune

import okibi.spark.sql.stats._

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.columnar.SimpleMetricsCachedBatch

/** The facts of a batch of any format with Spark's simple metrics. If the bounds of the format leave NaN out, each
  * floating-point column may hold NaN.
  *
  * @param orders the order of each column; null for a column without one
  */
private[prune] final class BatchFacts(orders: Array[SqlKeyOrder]) extends ColumnFacts {
  private var stats: InternalRow = _
  private var boundsHoldNan = false

  /** Moves to a batch. */
  def at(batch: SimpleMetricsCachedBatch): this.type = {
    stats = batch.stats
    boundsHoldNan = batch.isInstanceOf[SqlOrderedBounds]
    this
  }

  /** The first of the five statistics of a column: lower bound, upper bound, nulls, rows, bytes. */
  private def field(column: Int): Int = column * 5

  def flags(column: Int): Int = {
    val nulls = stats.getInt(field(column) + 2)
    var flags = if (nulls != 0) ColumnFacts.MayBeNull else 0
    if (stats.getInt(field(column) + 3) != nulls) {
      flags |= ColumnFacts.MayHaveValue
      if (orders(column) != null && !stats.isNullAt(field(column)) && !stats.isNullAt(field(column) + 1))
        flags |= ColumnFacts.Bounded
    }
    flags
  }

  def lower(column: Int): Long = longs(column).key(stats, field(column))

  def upper(column: Int): Long = longs(column) match {
    case SqlKeyOrder.Floats | SqlKeyOrder.Doubles if !boundsHoldNan => FloatingKeys.nan
    case order => order.key(stats, field(column) + 1)
  }

  def lowerBytes(column: Int): Array[Byte] = bytes(column).key(stats, field(column))
  def upperBytes(column: Int): Array[Byte] = bytes(column).key(stats, field(column) + 1)

  def compareLower(column: Int, key: Array[Byte]): Int = bytes(column).compare(stats, field(column), key)
  def compareUpper(column: Int, key: Array[Byte]): Int = bytes(column).compare(stats, field(column) + 1, key)

  def excludes(columns: ColumnGroup, hashes: Array[Long], from: Int, until: Int): Boolean = false

  private def longs(column: Int): LongOrder = orders(column).asInstanceOf[LongOrder]
  private def bytes(column: Int): BytesOrder = orders(column).asInstanceOf[BytesOrder]
}
