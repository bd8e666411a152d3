package okibi.spark.sql.predicate

import okibi.spark.sql.predicate.ComparisonOperator._
import okibi.spark.sql.stats.WideningCast

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types.{BooleanType, StringType}
import org.apache.spark.unsafe.types.UTF8String

/** Parses Catalyst's predicates. The only place that takes them apart. Stateless. */
private[predicate] object PredicateParser {

  def parse(predicate: Expression): ParsedPredicate = predicate match {
    case and: And => AndPredicate(Conjunct.parts(and).map(parse))
    case Or(left, right) => OrPredicate(parse(left), parse(right))
    case Not(child) => NotPredicate(parse(child))
    case Literal(value, BooleanType) => ConstantPredicate(Option(value).map(_ == true))
    case IsNull(column: Attribute) => NullPredicate(column)
    case IsNotNull(column: Attribute) => NotNullPredicate(column)
    case EqualTo(left, right) => comparison(left, Equal, right)
    case EqualNullSafe(left, right) => nullSafe(left, right)
    case LessThan(left, right) => comparison(left, Less, right)
    case LessThanOrEqual(left, right) => comparison(left, LessOrEqual, right)
    case GreaterThan(left, right) => comparison(left, Greater, right)
    case GreaterThanOrEqual(left, right) => comparison(left, GreaterOrEqual, right)
    case In(Compared(compared), list) =>
      constants(compared, list).fold[ParsedPredicate](OpaquePredicate)(InPredicate(compared, _))
    case InSet(Compared(compared), values) => InPredicate(compared, values.toSeq)
    case InKeys(Compared(compared), keys, order) => InKeysPredicate(compared, keys, order)
    case StartsWith(Compared(compared), Literal(prefix: UTF8String, StringType)) => PrefixPredicate(compared, prefix)
    case flag: AttributeReference if flag.dataType == BooleanType => FlagPredicate(flag)
    case _ => OpaquePredicate
  }

  private object Compared {
    def unapply(expression: Expression): Option[ComparedColumn] = expression match {
      case column: Attribute => Some(ComparedColumn(column, column.dataType, None))
      case cast: Cast => ofCast(cast)
      case _ => None
    }

    private def ofCast(cast: Cast): Option[ComparedColumn] = cast.child match {
      case column: Attribute =>
        WideningCast.of(cast).map(widening => ComparedColumn(column, cast.dataType, Some(widening)))
      case _ => None
    }
  }

  private def comparison(left: Expression, operator: ComparisonOperator, right: Expression): ParsedPredicate =
    (left, right) match {
      case (Compared(compared), Literal(value, dataType)) if dataType == compared.dataType =>
        ComparisonPredicate(compared, operator, value)
      case (Literal(value, dataType), Compared(compared)) if dataType == compared.dataType =>
        ComparisonPredicate(compared, operator.mirrored, value)
      case (first: Attribute, second: Attribute) => columnPair(first, operator, second)
      case _ => OpaquePredicate
    }

  private def columnPair(left: Attribute, operator: ComparisonOperator, right: Attribute): ParsedPredicate =
    operator match {
      case pair: ColumnPairOperator => ColumnPairPredicate(left, pair, right)
      case Greater => ColumnPairPredicate(right, Less, left)
      case GreaterOrEqual => ColumnPairPredicate(right, LessOrEqual, left)
      case NullSafeEqual => OpaquePredicate
    }

  /** `<=>` with NULL asks for nulls. A cast of a column may be null where the column is not. */
  private def nullSafe(left: Expression, right: Expression): ParsedPredicate = (left, right) match {
    case (column: Attribute, Literal(null, dataType)) if dataType == column.dataType => NullPredicate(column)
    case (Literal(null, dataType), column: Attribute) if dataType == column.dataType => NullPredicate(column)
    case (Literal(null, _), _) | (_, Literal(null, _)) => OpaquePredicate
    case _ => comparison(left, NullSafeEqual, right)
  }

  /** The values of a list, if it holds constants of the compared type and nothing else. */
  private def constants(compared: ComparedColumn, list: Seq[Expression]): Option[Seq[Any]] = {
    val values = list.collect { case Literal(value, dataType) if dataType == compared.dataType => value }
    if (values.length == list.length) Some(values) else None
  }
}
