package okibi.spark.sql.stats

import org.apache.spark.sql.catalyst.expressions.{BoundReference, Cast, Expression}
import org.apache.spark.sql.types._

/** A cast that keeps the order of values, so that the cast of a bound is a bound of the casts.
  *
  * @param from    the order of the values that are cast
  * @param ofField the same cast of the only field of a row
  * @param slack   how far out of order results may be, in keys of their type
  */
final case class WideningCast(from: LongOrder, ofField: Expression, slack: Long)

object WideningCast {

  /** A cast that fails or gives null for some values keeps the order of the others. */
  def of(cast: Cast): Option[WideningCast] =
    for {
      slack <- slackOf(cast.child.dataType, cast.dataType)
      from <- KeyOrder.of(cast.child.dataType).collect { case longs: LongOrder => longs }
    } yield WideningCast(
      from,
      cast.withNewChildren(Seq(BoundReference(0, cast.child.dataType, nullable = true))),
      slack
    )

  private def slackOf(from: DataType, to: DataType): Option[Long] = (from, to) match {
    case (_, _) if isWhole(from) && (isFraction(to) || isWhole(to) && from.defaultSize <= to.defaultSize) => Some(0)
    case (FloatType, DoubleType) => Some(0)
    case (_: DecimalType, _) if isFraction(to) => Some(0)
    case (DateType, TimestampType | TimestampNTZType) => Some(0)
    case (TimestampNTZType, DateType) => Some(0)
    // Clocks that are set back over midnight show yesterday once more.
    case (TimestampType, DateType) => Some(1)
    case _ => None
  }

  private def isWhole(dataType: DataType): Boolean = dataType match {
    case ByteType | ShortType | IntegerType | LongType => true
    case _ => false
  }

  private def isFraction(dataType: DataType): Boolean = dataType match {
    case FloatType | DoubleType | _: DecimalType => true
    case _ => false
  }
}
