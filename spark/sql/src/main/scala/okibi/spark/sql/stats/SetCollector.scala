package okibi.spark.sql.stats

import okibi.core.filter.Membership

import org.apache.spark.sql.catalyst.InternalRow

/** Gathers the set of the values of a column, or of the tuples of a group. Tuples with a null are left out, because
  * nothing equals them. Not thread-safe.
  *
  * @param maxKeys  the largest number of distinct hashes; with more the collector gives up
  * @param maxBytes the largest size of the set
  */
abstract class SetCollector(val group: ColumnGroup, form: SetForm, maxKeys: Int, maxBytes: Int) {
  private val builder = form.builder()

  /** @return false if the collector gives up */
  protected final def add(hash: Long): Boolean = {
    builder.add(hash)
    distinct <= maxKeys
  }

  protected final def distinct: Int = builder.distinct

  /** The set, if it rules out more than bounds do and is useful within its size. */
  def result(): Option[Membership] = form.result(builder, maxBytes)
}

/** Gathers a set from rows. Allocates nothing for a row. */
sealed abstract class RowSetCollector(group: ColumnGroup, form: SetForm, maxKeys: Int, maxBytes: Int)
    extends SetCollector(group, form, maxKeys, maxBytes) {

  /** Adds a row.
    *
    * @return false if the collector gives up
    */
  def add(row: InternalRow): Boolean
}

object RowSetCollector {

  /** @param orders   of the group's columns
    * @param ordinals of the group's columns in the rows
    */
  def apply(
      group: ColumnGroup,
      form: SetForm,
      orders: Array[SqlKeyOrder],
      ordinals: Array[Int],
      maxKeys: Int,
      maxBytes: Int
  ): RowSetCollector =
    orders match {
      case Array(longs: LongOrder) => new LongSetCollector(group, form, longs, ordinals(0), maxKeys, maxBytes)
      case _ => new TupleSetCollector(group, form, orders, ordinals, maxKeys, maxBytes)
    }
}

/** The set of one column of numbers. If nearly every number between the bounds occurs, the set rules out no more than
  * the bounds do.
  */
private final class LongSetCollector(
    group: ColumnGroup,
    form: SetForm,
    order: LongOrder,
    ordinal: Int,
    maxKeys: Int,
    maxBytes: Int
) extends RowSetCollector(group, form, maxKeys, maxBytes) {
  private var rows = 0
  private var last = 0L
  private var lower = Long.MaxValue
  private var upper = Long.MinValue

  def add(row: InternalRow): Boolean =
    if (row.isNullAt(ordinal)) true
    else {
      val key = order.key(row, ordinal)
      rows += 1
      if (key == last && rows > 1) true
      else {
        last = key
        if (key < lower) lower = key
        if (key > upper) upper = key
        add(KeyHash.ofLong(key)) && !(rows % LongSetCollector.checkRows == 0 && isDense(2))
      }
    }

  override def result(): Option[Membership] = if (isDense(1)) None else super.result()

  /** Whether at least one in `divisor` numbers between the bounds occurs. */
  private def isDense(divisor: Int): Boolean = {
    val range = upper - lower
    range >= 0 && range < distinct.toLong * divisor
  }
}

private object LongSetCollector {

  /** Rows after which to check again whether the numbers are dense. */
  private val checkRows = 1 << 14
}

private final class TupleSetCollector(
    group: ColumnGroup,
    form: SetForm,
    orders: Array[SqlKeyOrder],
    ordinals: Array[Int],
    maxKeys: Int,
    maxBytes: Int
) extends RowSetCollector(group, form, maxKeys, maxBytes) {
  private var last = 0L
  private var hasLast = false

  def add(row: InternalRow): Boolean = {
    var hash = 0L
    var i = 0
    while (i < ordinals.length) {
      val ordinal = ordinals(i)
      if (row.isNullAt(ordinal)) return true
      val next = orders(i).hash(row, ordinal)
      hash = if (i == 0) next else KeyHash.combine(hash, next)
      i += 1
    }
    if (hasLast && hash == last) true
    else {
      hasLast = true
      last = hash
      add(hash)
    }
  }
}
