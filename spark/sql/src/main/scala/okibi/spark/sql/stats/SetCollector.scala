package okibi.spark.sql.stats

import okibi.core.filter.Membership

import org.apache.spark.sql.catalyst.InternalRow

/** Gathers the set of the values of a column, or of the tuples of a group. What has a null in any of the columns is left out: nothing
  * equals it. Not thread-safe.
  *
  * @param maxKeys more different hashes than that are not wanted, and the collector gives up
  */
abstract class SetCollector(val group: ColumnGroup, form: SetForm, maxKeys: Int, maxBytes: Int) {
  private val builder = form.builder()

  protected final def add(hash: Long): Boolean = {
    builder.add(hash)
    distinct <= maxKeys
  }

  protected final def distinct: Int = builder.distinct

  /** The set, if it says more than bounds do and is useful within its bytes. */
  def result(): Option[Membership] = form.result(builder, maxBytes)
}

/** As rows pass. Allocates nothing for a row. */
sealed abstract class RowSetCollector(group: ColumnGroup, form: SetForm, maxKeys: Int, maxBytes: Int)
    extends SetCollector(group, form, maxKeys, maxBytes) {

  /** Takes a row in.
    *
    * @return false when the collector has given up
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

/** Of one column of numbers. Where nearly every number between the bounds occurs, the set rules out no more than they do. */
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
        add(KeyHash.ofLong(key)) && !(rows % LongSetCollector.enoughRows == 0 && isDense(2))
      }
    }

  override def result(): Option[Membership] = if (isDense(1)) None else super.result()

  /** Whether one in so many numbers between the bounds occurs. */
  private def isDense(share: Int): Boolean = {
    val range = upper - lower
    range >= 0 && range < distinct.toLong * share
  }
}

private object LongSetCollector {

  /** After so many rows it is looked at whether a column's numbers lie apart. */
  private val enoughRows = 1 << 14
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
  private var any = false

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
    if (any && hash == last) true
    else {
      any = true
      last = hash
      add(hash)
    }
  }
}
