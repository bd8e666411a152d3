package okibi.spark.sql.rowfilter

import okibi.spark.sql.column.ColumnKind

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types.{DataType, Decimal}

/** A predicate that a kernel knows how to test; columns are positions among those the scan reads. */
private[sql] sealed trait Conjunct extends Serializable {
  private[rowfilter] def kernel: Kernel
}

private[sql] object Conjunct {
  final case class NotNull(column: Int) extends Conjunct {
    private[rowfilter] override def kernel: Kernel = new NotNullKernel(column)
  }

  final case class Range(column: Int, low: Long, high: Long) extends Conjunct {
    private[rowfilter] override def kernel: Kernel = new RangeKernel(column, low, high)
  }

  final case class Keys(column: Int, keys: KeySet) extends Conjunct {
    private[rowfilter] override def kernel: Kernel = new KeysKernel(column, keys)
  }

  final case class Ordered(left: Int, right: Int, order: Order) extends Conjunct {
    private[rowfilter] override def kernel: Kernel = new OrderKernel(left, right, order)
  }

  final case class Strings(column: Int, test: Expression) extends Conjunct {
    private[rowfilter] override def kernel: Kernel = new StringKernel(column, test)
  }

  /** Those of the predicates that kernels can test.
    *
    * @param predicates conjuncts of a filter that stands above the scan
    * @param columns    what the scan reads
    */
  def of(predicates: Seq[Expression], columns: Seq[Attribute]): Seq[Conjunct] = {
    val found = predicates.flatMap(split).flatMap(predicate => new Reader(columns).read(predicate))
    val tested = found.flatMap(columnsTested).toSet
    found.filter {
      case NotNull(column) => !tested(column)
      case _ => true
    }
  }

  /** Columns of which the conjunct lets no null pass anyway. */
  private def columnsTested(conjunct: Conjunct): Seq[Int] = conjunct match {
    case Range(column, _, _) => Seq(column)
    case Keys(column, _) => Seq(column)
    case Ordered(left, right, _) => Seq(left, right)
    case NotNull(_) | Strings(_, _) => Nil
  }

  private def split(predicate: Expression): Seq[Expression] = predicate match {
    case And(left, right) => split(left) ++ split(right)
    case other => Seq(other)
  }

  private final class Reader(columns: Seq[Attribute]) {
    private def position(attribute: Attribute): Option[Int] =
      Some(columns.indexWhere(_.exprId == attribute.exprId)).filter(_ >= 0)

    def read(predicate: Expression): Option[Conjunct] = predicate match {
      case IsNotNull(column: Attribute) => position(column).map(NotNull(_))
      case EqualTo(column: Attribute, Whole(value)) => range(column, value, value)
      case EqualTo(Whole(value), column: Attribute) => range(column, value, value)
      case EqualNullSafe(column: Attribute, Whole(value)) => range(column, value, value)
      case EqualNullSafe(Whole(value), column: Attribute) => range(column, value, value)
      case LessThanOrEqual(column: Attribute, Whole(value)) => range(column, Long.MinValue, value)
      case GreaterThanOrEqual(Whole(value), column: Attribute) => range(column, Long.MinValue, value)
      case GreaterThanOrEqual(column: Attribute, Whole(value)) => range(column, value, Long.MaxValue)
      case LessThanOrEqual(Whole(value), column: Attribute) => range(column, value, Long.MaxValue)
      case LessThan(column: Attribute, Whole(value)) => below(column, value)
      case GreaterThan(Whole(value), column: Attribute) => below(column, value)
      case GreaterThan(column: Attribute, Whole(value)) => above(column, value)
      case LessThan(Whole(value), column: Attribute) => above(column, value)
      case LessThan(left: Attribute, right: Attribute) => ordered(left, right, Order.Less)
      case GreaterThan(left: Attribute, right: Attribute) => ordered(right, left, Order.Less)
      case LessThanOrEqual(left: Attribute, right: Attribute) => ordered(left, right, Order.LessOrEqual)
      case GreaterThanOrEqual(left: Attribute, right: Attribute) => ordered(right, left, Order.LessOrEqual)
      case EqualTo(left: Attribute, right: Attribute) => ordered(left, right, Order.Equal)
      case In(column: Attribute, list) if isWhole(column.dataType) && list.forall(_.isInstanceOf[Literal]) =>
        keys(column, list.map(_.asInstanceOf[Literal].value))
      case InSet(column: Attribute, values) if isWhole(column.dataType) => keys(column, values.toSeq)
      case other => strings(other)
    }

    private def below(column: Attribute, value: Long): Option[Conjunct] =
      if (value == Long.MinValue) range(column, 1L, 0L) else range(column, Long.MinValue, value - 1)

    private def above(column: Attribute, value: Long): Option[Conjunct] =
      if (value == Long.MaxValue) range(column, 1L, 0L) else range(column, value + 1, Long.MaxValue)

    private def range(column: Attribute, low: Long, high: Long): Option[Conjunct] =
      if (isWhole(column.dataType)) position(column).map(Range(_, low, high)) else None

    /** A null in the list matches nothing. */
    private def keys(column: Attribute, values: Seq[Any]): Option[Conjunct] = {
      val wholes = values.filter(_ != null).map(Whole.of(_, column.dataType))
      if (wholes.forall(_.isDefined)) position(column).map(Keys(_, KeySet(wholes.flatten.toArray))) else None
    }

    private def ordered(left: Attribute, right: Attribute, order: Order): Option[Conjunct] =
      if (left.dataType == right.dataType && isWhole(left.dataType))
        for (first <- position(left); second <- position(right)) yield Ordered(first, second, order)
      else None

    /** Any expression over one column of strings that always says the same and that nobody can notice being evaluated. */
    private def strings(predicate: Expression): Option[Conjunct] = predicate.references.toSeq match {
      case Seq(column) if ColumnKind.of(column.dataType).isInstanceOf[ColumnKind.StringColumn] && isQuiet(predicate) =>
        position(column).map(Strings(_, BindReferences.bindReference(predicate, AttributeSeq(Seq(column)))))
      case _ => None
    }

    private def isQuiet(predicate: Expression): Boolean =
      predicate.deterministic && predicate.resolved && !predicate.exists {
        case _: PlanExpression[_] | _: UserDefinedExpression | _: Unevaluable | _: NonSQLExpression => true
        case _ => false
      }
  }

  private def isWhole(dataType: DataType): Boolean = ColumnKind.of(dataType) match {
    case _: ColumnKind.Integral | _: ColumnKind.SmallDecimal => true
    case _ => false
  }

  /** A constant as such columns store it. */
  private object Whole {
    def unapply(expression: Expression): Option[Long] = expression match {
      case Literal(value, dataType) if value != null => of(value, dataType)
      case _ => None
    }

    def of(value: Any, dataType: DataType): Option[Long] = (value, ColumnKind.of(dataType)) match {
      case (number: Byte, _) => Some(number.toLong)
      case (number: Short, _) => Some(number.toLong)
      case (number: Int, _) => Some(number.toLong)
      case (number: Long, _) => Some(number)
      case (number: Decimal, ColumnKind.SmallDecimal(_, scale)) if number.scale == scale => Some(number.toUnscaledLong)
      case _ => None
    }
  }
}

/** How two columns of a row compare. */
private[sql] sealed trait Order extends Serializable

private[sql] object Order {
  case object Less extends Order
  case object LessOrEqual extends Order
  case object Equal extends Order
}
