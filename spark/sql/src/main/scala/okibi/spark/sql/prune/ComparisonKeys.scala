package okibi.spark.sql.prune

import okibi.spark.sql.stats.{BytesOrder, LongOrder, SqlKeyOrder, WideningCast}

import org.apache.spark.sql.catalyst.InternalRow

import scala.util.control.NonFatal

/** The constants that a column is compared with, ascending. An unknown bound counts as infinitely far away. */
private[prune] sealed abstract class ComparisonKeys extends Serializable {
  def size: Int

  /** The sign of the column's lower bound minus the constant. */
  def lower(facts: ColumnFacts, index: Int): Int

  /** The sign of the column's upper bound minus the constant. */
  def upper(facts: ColumnFacts, index: Int): Int

  /** The index of the first constant that is not below the bounds; the size if there is none. */
  final def first(facts: ColumnFacts): Int = search(index => lower(facts, index) <= 0)

  /** The index of the first constant that is above the bounds; the size if there is none. */
  final def end(facts: ColumnFacts): Int = search(index => upper(facts, index) < 0)

  /** The first index for which `holds` is true. It must be true for all indexes after the first one. */
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

private[prune] final class LongKeys(column: Int, keys: Array[Long]) extends ComparisonKeys {
  def size: Int = keys.length

  def lower(facts: ColumnFacts, index: Int): Int =
    if ((facts.flags(column) & ColumnFacts.Bounded) == 0) -1
    else java.lang.Long.compare(facts.lower(column), keys(index))

  def upper(facts: ColumnFacts, index: Int): Int =
    if ((facts.flags(column) & ColumnFacts.Bounded) == 0) 1
    else java.lang.Long.compare(facts.upper(column), keys(index))
}

private[prune] final class BytesKeys(column: Int, keys: Array[Array[Byte]]) extends ComparisonKeys {
  def size: Int = keys.length

  def lower(facts: ColumnFacts, index: Int): Int =
    if ((facts.flags(column) & ColumnFacts.Bounded) == 0) -1 else facts.compareLower(column, keys(index))

  def upper(facts: ColumnFacts, index: Int): Int =
    if ((facts.flags(column) & ColumnFacts.Bounded) == 0) 1 else facts.compareUpper(column, keys(index))
}

/** Constants of the type that the column is cast to.
  *
  * @param order of that type
  */
private[prune] final class CastKeys(column: Int, cast: WideningCast, order: SqlKeyOrder, constants: Array[Any])
    extends ComparisonKeys {
  def size: Int = constants.length

  def lower(facts: ColumnFacts, index: Int): Int =
    if ((facts.flags(column) & ColumnFacts.Bounded) == 0) -1
    else compare(facts.lower(column), -cast.slackKeys, index, -1)

  def upper(facts: ColumnFacts, index: Int): Int =
    if ((facts.flags(column) & ColumnFacts.Bounded) == 0) 1
    else compare(facts.upper(column), cast.slackKeys, index, 1)

  /** Compares the cast of a bound. A bound that cannot be cast is unknown. */
  private def compare(bound: Long, shift: Long, index: Int, unknown: Int): Int = {
    val value =
      try cast.ofField.eval(InternalRow(cast.from.value(bound)))
      catch { case NonFatal(_) => null }
    if (value == null) unknown
    else
      order match {
        case longs: LongOrder => java.lang.Long.compare(longs.key(value) + shift, longs.key(constants(index)))
        case bytes: BytesOrder => java.util.Arrays.compareUnsigned(bytes.key(value), bytes.key(constants(index)))
      }
  }
}
