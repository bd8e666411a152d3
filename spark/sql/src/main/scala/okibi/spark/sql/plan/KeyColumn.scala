package okibi.spark.sql.plan

import scala.collection.mutable

import org.apache.spark.sql.catalyst.expressions.{And, Expression, GreaterThanOrEqual, InSet, LessThanOrEqual, Literal}
import org.apache.spark.sql.catalyst.util.TypeUtils
import org.apache.spark.sql.types.DataType
import org.apache.spark.unsafe.types.UTF8String

/** What is known of one key column: all of its values, or the range they lie in, or nothing. */
private[plan] final case class KeyColumn(values: Option[Set[Any]], range: Option[(Any, Any)], dataType: Option[DataType]) {

  def predicates(column: Expression): Known = {
    val between = for ((smallest, largest) <- range; kind <- dataType) yield
      And(GreaterThanOrEqual(column, Literal(smallest, kind)), LessThanOrEqual(column, Literal(largest, kind)))
    val in = values.map(InSet(column, _))
    Known(in.orElse(between).toSeq, in.filter(_.hset.size <= KeyColumn.mostSent).orElse(between).toSeq)
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
  private var values = mutable.HashSet.empty[Any]
  private var smallest: Any = _
  private var largest: Any = _

  def add(value: Any): Unit = if (value != null) {
    // Rows are reused by whoever reads them.
    def kept: Any = value match {
      case text: UTF8String => text.copy()
      case other => other
    }
    if (smallest == null || order.lt(value, smallest)) smallest = kept
    if (largest == null || order.gt(value, largest)) largest = kept
    if (values != null && !values.contains(value)) {
      if (values.size < mostKeys) values += kept else values = null
    }
  }

  def result: KeyColumn =
    KeyColumn(Option(values).map(_.toSet), if (smallest == null) None else Some((smallest, largest)), Some(dataType))
}
