package okibi.spark.sql.plan

import okibi.spark.sql.stats.{KeyOrder, LongOrder}

import org.apache.spark.sql.catalyst.expressions.{And, Expression, GreaterThanOrEqual, InSet, LessThanOrEqual, Literal}
import org.apache.spark.sql.catalyst.util.TypeUtils
import org.apache.spark.sql.types.DataType

/** What is known of one key column: all of its values, or the range they lie in, or nothing. */
private[plan] final case class KeyColumn(
    values: Option[KeyValues],
    range: Option[(Any, Any)],
    dataType: Option[DataType]
) {

  def predicates(column: Expression): Known = {
    val between =
      for ((smallest, largest) <- range; kind <- dataType)
        yield And(GreaterThanOrEqual(column, Literal(smallest, kind)), LessThanOrEqual(column, Literal(largest, kind)))
    def few = values.filter(_.size <= KeyColumn.mostSent).map(all => InSet(column, all.toSet))
    Known(values.map(_.contain(column)).orElse(between).toSeq, few.orElse(between).toSeq)
  }
}

private[plan] object KeyColumn {
  val unknown: KeyColumn = KeyColumn(None, None, None)

  /** Values sent to tasks; beyond, the range does. */
  val mostSent = 1000
}

/** Takes values of one key column, none of them null. */
private[plan] final class KeyColumnBuilder(dataType: DataType, mostKeys: Int) {
  private val order = TypeUtils.getInterpretedOrdering(dataType)
  private var values: KeyValuesBuilder = KeyOrder.of(dataType) match {
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
