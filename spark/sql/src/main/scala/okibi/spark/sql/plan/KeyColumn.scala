package okibi.spark.sql.plan

import okibi.spark.sql.predicate.{Conjunct, ScanPredicates}
import okibi.spark.sql.stats.{LongOrder, SqlKeyOrder}

import org.apache.spark.sql.catalyst.expressions.{And, Expression, GreaterThanOrEqual, InSet, LessThanOrEqual, Literal}
import org.apache.spark.sql.catalyst.util.TypeUtils
import org.apache.spark.sql.types.DataType

/** What is known of one key column: all of its values, or the range of its values, or nothing. */
private[plan] final case class KeyColumn(
    values: Option[KeyValues],
    range: Option[(Any, Any)],
    dataType: Option[DataType]
) {

  /** The predicates that a column satisfies if its value is a key. */
  def predicates(column: Expression): ScanPredicates = {
    val between = Conjunct.split(
      for ((smallest, largest) <- range.toSeq; kind <- dataType)
        yield And(GreaterThanOrEqual(column, Literal(smallest, kind)), LessThanOrEqual(column, Literal(largest, kind)))
    )
    val few = values.filter(_.size <= KeyColumn.mostSent)
    new ScanPredicates(
      values.fold(between)(all => Conjunct.split(Seq(all.contain(column)))),
      few.fold(between)(all => Conjunct.split(Seq(InSet(column, all.toSet))))
    )
  }
}

private[plan] object KeyColumn {
  val unknown: KeyColumn = KeyColumn(None, None, None)

  /** The largest number of values that is sent to tasks. Of more values tasks receive the range. */
  val mostSent = 1000
}

/** Gathers the values of one key column; skips nulls. Not thread-safe.
  *
  * @param mostKeys the largest number of distinct values to keep; of more values only the range is known
  */
private[plan] final class KeyColumnBuilder(dataType: DataType, mostKeys: Int) {
  private val order = TypeUtils.getInterpretedOrdering(dataType)
  private var values: KeyValuesBuilder = SqlKeyOrder.of(dataType) match {
    case Some(longs: LongOrder) => new LongKeyValuesBuilder(longs)
    case _ => new AnyKeyValuesBuilder
  }
  private var smallest: Any = _
  private var largest: Any = _

  def add(value: Any): Unit = if (value != null) {
    if (smallest == null || order.lt(value, smallest)) smallest = KeyValuesBuilder.kept(value)
    if (largest == null || order.gt(value, largest)) largest = KeyValuesBuilder.kept(value)
    if (values != null) {
      values.add(value)
      if (values.size > mostKeys) values = null
    }
  }

  def result: KeyColumn =
    KeyColumn(Option(values).map(_.result), if (smallest == null) None else Some((smallest, largest)), Some(dataType))
}
