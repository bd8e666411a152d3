package okibi.spark.sql.prune

import okibi.spark.sql.stats.{BytesOrder, KeyOrder, LongOrder}

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Expression

import scala.util.control.NonFatal

/** Constants that a column is compared with, ascending. Where a bound is not known it counts as infinitely far away. */
private[prune] sealed abstract class Keys extends Serializable {
  def size: Int

  /** Sign of the column's lower bound less the constant. */
  def lower(facts: Facts, index: Int): Int

  /** Sign of the column's upper bound less the constant. */
  def upper(facts: Facts, index: Int): Int

  /** The constants that lie between the bounds are those from `first` until `end`. */
  final def first(facts: Facts): Int = search(index => lower(facts, index) <= 0)

  final def end(facts: Facts): Int = search(index => upper(facts, index) < 0)

  /** The first index of which `holds`, which holds of all those after it. */
  private def search(holds: Int => Boolean): Int = {
    var low = 0
    var high = size
    while (low < high) {
      val middle = (low + high) >>> 1
      if (holds(middle)) high = middle else low = middle + 1
    }
    low
  }
}

private[prune] final class LongKeys(column: Int, keys: Array[Long]) extends Keys {
  def size: Int = keys.length

  def lower(facts: Facts, index: Int): Int =
    if ((facts.flags(column) & Facts.Bounded) == 0) -1 else java.lang.Long.compare(facts.lower(column), keys(index))

  def upper(facts: Facts, index: Int): Int =
    if ((facts.flags(column) & Facts.Bounded) == 0) 1 else java.lang.Long.compare(facts.upper(column), keys(index))
}

private[prune] final class BytesKeys(column: Int, keys: Array[Array[Byte]]) extends Keys {
  def size: Int = keys.length

  def lower(facts: Facts, index: Int): Int =
    if ((facts.flags(column) & Facts.Bounded) == 0) -1 else facts.compareLower(column, keys(index))

  def upper(facts: Facts, index: Int): Int =
    if ((facts.flags(column) & Facts.Bounded) == 0) 1 else facts.compareUpper(column, keys(index))
}

/** Constants of another type that the column is cast to, by a cast that keeps the order.
  *
  * @param cast  the cast of the only field of a row
  * @param slack how far out of order the cast may be, in keys of its type
  */
private[prune] final class CastKeys(
    column: Int,
    from: LongOrder,
    cast: Expression,
    to: KeyOrder,
    slack: Long,
    constants: Array[Any]
) extends Keys {
  def size: Int = constants.length

  def lower(facts: Facts, index: Int): Int =
    if ((facts.flags(column) & Facts.Bounded) == 0) -1 else compare(facts.lower(column), -slack, index, -1)

  def upper(facts: Facts, index: Int): Int =
    if ((facts.flags(column) & Facts.Bounded) == 0) 1 else compare(facts.upper(column), slack, index, 1)

  /** A bound that cannot be cast says nothing. */
  private def compare(bound: Long, shift: Long, index: Int, unknown: Int): Int = {
    val value =
      try cast.eval(InternalRow(from.value(bound)))
      catch { case NonFatal(_) => null }
    if (value == null) unknown
    else
      to match {
        case longs: LongOrder => java.lang.Long.compare(longs.key(value) + shift, longs.key(constants(index)))
        case bytes: BytesOrder => java.util.Arrays.compareUnsigned(bytes.key(value), bytes.key(constants(index)))
      }
  }
}
