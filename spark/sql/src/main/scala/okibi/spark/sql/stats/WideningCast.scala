package okibi.spark.sql.stats

import org.apache.spark.sql.catalyst.expressions.{BoundReference, Cast, Expression}
import org.apache.spark.sql.types._

/** A cast that keeps the order of values, so that the cast of a bound is a bound of the cast values.
  *
  * @param from      the order of the values before the cast
  * @param ofField   the same cast, applied to the only field of a row
  * @param slackKeys how far out of order cast values may be, in keys of their type
  */
final case class WideningCast(from: LongOrder, ofField: Expression, slackKeys: Long)

object WideningCast {

  /** The cast as one that keeps the order, if it does. A cast that fails for some values, or makes them null, keeps the
    * order of the others.
    */
  def of(cast: Cast): Option[WideningCast] =
    for {
      slackKeys <- slackOf(cast.child.dataType, cast.dataType)
      from <- SqlKeyOrder.of(cast.child.dataType).collect { case longs: LongOrder => longs }
    } yield WideningCast(
      from,
      cast.withNewChildren(Seq(BoundReference(0, cast.child.dataType, nullable = true))),
      slackKeys
    )

  private def slackOf(from: DataType, to: DataType): Option[Long] = (from, to) match {
    case (_, _)
        if IntegralTypes
          .contain(from) && (isFraction(to) || IntegralTypes.contain(to) && from.defaultSize <= to.defaultSize) =>
      Some(0)
    case (FloatType, DoubleType) => Some(0)
    case (_: DecimalType, _) if isFraction(to) => Some(0)
    case (DateType, TimestampType | TimestampNTZType) => Some(0)
    case (TimestampNTZType, DateType) => Some(0)
    // When clocks are set back over midnight, local time returns to the day before.
    case (TimestampType, DateType) => Some(1)
    case _ => None
  }

  private def isFraction(dataType: DataType): Boolean = dataType match {
    case FloatType | DoubleType | _: DecimalType => true
    case _ => false
  }
}
