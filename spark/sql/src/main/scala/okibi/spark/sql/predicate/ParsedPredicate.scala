package okibi.spark.sql.predicate

import okibi.spark.sql.stats.{LongOrder, WideningCast}

import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.types.DataType
import org.apache.spark.unsafe.types.UTF8String

/** What Okibi understands of a Catalyst predicate over the columns of a table. Constants are in Spark's internal form.
  * Immutable.
  */
private[sql] sealed abstract class ParsedPredicate

/** A predicate that Okibi does not understand. */
private[sql] case object OpaquePredicate extends ParsedPredicate

/** TRUE, FALSE or NULL, which is `None`. */
private[sql] final case class ConstantPredicate(value: Option[Boolean]) extends ParsedPredicate

/** @param children none of them is a conjunction itself */
private[sql] final case class AndPredicate(children: Seq[ParsedPredicate]) extends ParsedPredicate

private[sql] final case class OrPredicate(left: ParsedPredicate, right: ParsedPredicate) extends ParsedPredicate

private[sql] final case class NotPredicate(child: ParsedPredicate) extends ParsedPredicate

/** `column IS NULL`, or `column <=> NULL`. */
private[sql] final case class NullPredicate(column: Attribute) extends ParsedPredicate

/** `column IS NOT NULL`. */
private[sql] final case class NotNullPredicate(column: Attribute) extends ParsedPredicate

/** A boolean column that is a predicate by itself. */
private[sql] final case class FlagPredicate(column: Attribute) extends ParsedPredicate

/** A comparison with a constant of the same type. The column is on the left; the parser mirrors the others.
  *
  * @param value null for a comparison that is always null; never null for `<=>`
  */
private[sql] final case class ComparisonPredicate(compared: ComparedColumn, operator: ComparisonOperator, value: Any)
    extends ParsedPredicate

/** A comparison of two columns. The parser swaps the sides of `>` and `>=`. */
private[sql] final case class ColumnPairPredicate(left: Attribute, operator: ColumnPairOperator, right: Attribute)
    extends ParsedPredicate

/** `column IN (constants)`.
  *
  * @param values of the compared type; may hold nulls, and one value more than once
  */
private[sql] final case class InPredicate(compared: ComparedColumn, values: Seq[Any]) extends ParsedPredicate

/** See [[InKeys]]. */
private[sql] final case class InKeysPredicate(compared: ComparedColumn, keys: Array[Long], order: LongOrder)
    extends ParsedPredicate {

  /** The constants in Spark's internal form, ascending; each call makes a new sequence. */
  def values: Seq[Any] = keys.toSeq.map(order.value)
}

/** `column LIKE 'prefix%'`. */
private[sql] final case class PrefixPredicate(compared: ComparedColumn, prefix: UTF8String) extends ParsedPredicate

/** A column that a predicate compares with constants, or a cast of the column that keeps the order of its values.
  *
  * @param dataType the type of the comparison, which is the type of the cast if there is one
  */
private[sql] final case class ComparedColumn(column: Attribute, dataType: DataType, cast: Option[WideningCast])

private[sql] sealed abstract class ComparisonOperator extends Serializable {

  /** The operator for swapped sides. */
  def mirrored: ComparisonOperator
}

/** The operators that are enough for pairs of columns, whose sides can be swapped. */
private[sql] sealed abstract class ColumnPairOperator extends ComparisonOperator

private[sql] object ComparisonOperator {
  case object Equal extends ColumnPairOperator { override def mirrored: ComparisonOperator = Equal }
  case object NullSafeEqual extends ComparisonOperator { override def mirrored: ComparisonOperator = NullSafeEqual }
  case object Less extends ColumnPairOperator { override def mirrored: ComparisonOperator = Greater }
  case object LessOrEqual extends ColumnPairOperator { override def mirrored: ComparisonOperator = GreaterOrEqual }
  case object Greater extends ComparisonOperator { override def mirrored: ComparisonOperator = Less }
  case object GreaterOrEqual extends ComparisonOperator { override def mirrored: ComparisonOperator = LessOrEqual }
}
