package okibi.spark.sql.rowfilter

import okibi.spark.sql.column.ColumnKind
import okibi.spark.sql.predicate._

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types.{DataType, Decimal}

/** A predicate that a kernel can test, and what the kernel is made of. Columns are positions among the columns that the
  * scan reads. Sent to the tasks.
  */
private[sql] sealed trait KernelSpec extends Serializable {
  private[rowfilter] def kernel: Kernel
}

private[sql] object KernelSpec {
  final case class NotNull(column: Int) extends KernelSpec {
    private[rowfilter] override def kernel: Kernel = new NotNullKernel(column)
  }

  /** Both bounds belong to the range. */
  final case class Range(column: Int, low: Long, high: Long) extends KernelSpec {
    private[rowfilter] override def kernel: Kernel = new RangeKernel(column, low, high)
  }

  final case class Among(column: Int, keys: KeySet) extends KernelSpec {
    private[rowfilter] override def kernel: Kernel = new KeysKernel(column, keys)
  }

  final case class ColumnPair(left: Int, operator: ColumnPairOperator, right: Int) extends KernelSpec {
    private[rowfilter] override def kernel: Kernel = new ColumnPairKernel(left, operator, right)
  }

  /** @param test bound to the first column of a row */
  final case class Strings(column: Int, test: Expression) extends KernelSpec {
    private[rowfilter] override def kernel: Kernel = new StringKernel(column, test)
  }

  /** The kernels for as many of the conjuncts as kernels can test.
    *
    * @param conjuncts of a filter above the scan
    * @param columns   what the scan reads
    */
  def of(conjuncts: Seq[Conjunct], columns: Seq[Attribute]): Seq[KernelSpec] = {
    val planner = new Planner(columns)
    val found = conjuncts.flatMap(planner.spec)
    val withoutNulls = found.flatMap(columnsWithoutNulls).toSet
    found.filter {
      case NotNull(column) => !withoutNulls(column)
      case _ => true
    }
  }

  /** Columns whose nulls the kernel drops in any case. */
  private def columnsWithoutNulls(spec: KernelSpec): Seq[Int] = spec match {
    case Range(column, _, _) => Seq(column)
    case Among(column, _) => Seq(column)
    case ColumnPair(left, _, right) => Seq(left, right)
    case NotNull(_) | Strings(_, _) => Nil
  }

  private final class Planner(columns: Seq[Attribute]) {
    private def position(attribute: Attribute): Option[Int] =
      Some(columns.indexWhere(_.exprId == attribute.exprId)).filter(_ >= 0)

    def spec(conjunct: Conjunct): Option[KernelSpec] = conjunct.parsed match {
      case NotNullPredicate(column) => position(column).map(NotNull(_))
      case ComparisonPredicate(ComparedColumn(column, dataType, None), operator, value)
          if isWhole(dataType) && value != null =>
        for (number <- wholeNumber(value, dataType); at <- position(column)) yield range(at, operator, number)
      case ColumnPairPredicate(left, operator, right) => columnPair(left, operator, right)
      case InPredicate(ComparedColumn(column, dataType, None), values) if isWhole(dataType) =>
        among(column, dataType, values)
      case _ => strings(conjunct.expression)
    }

    private def range(column: Int, operator: ComparisonOperator, value: Long): KernelSpec = operator match {
      case ComparisonOperator.Equal | ComparisonOperator.NullSafeEqual => Range(column, value, value)
      case ComparisonOperator.LessOrEqual => Range(column, Long.MinValue, value)
      case ComparisonOperator.GreaterOrEqual => Range(column, value, Long.MaxValue)
      case ComparisonOperator.Less if value > Long.MinValue => Range(column, Long.MinValue, value - 1)
      case ComparisonOperator.Greater if value < Long.MaxValue => Range(column, value + 1, Long.MaxValue)
      case _ => Range(column, 1L, 0L) // No number is in it.
    }

    private def columnPair(left: Attribute, operator: ColumnPairOperator, right: Attribute): Option[KernelSpec] =
      if (left.dataType == right.dataType && isWhole(left.dataType))
        for (first <- position(left); second <- position(right)) yield ColumnPair(first, operator, second)
      else None

    /** A null in the list equals no value. */
    private def among(column: Attribute, dataType: DataType, values: Seq[Any]): Option[KernelSpec] = {
      val numbers = values.filter(_ != null).map(wholeNumber(_, dataType))
      if (numbers.forall(_.isDefined)) position(column).map(Among(_, KeySet(numbers.flatten.toArray))) else None
    }

    /** Any expression over one column of strings that always gives the same result, and whose evaluation has no other
      * effect.
      */
    private def strings(predicate: Expression): Option[KernelSpec] = predicate.references.toSeq match {
      case Seq(column) if ColumnKind.of(column.dataType).isInstanceOf[ColumnKind.StringColumn] && isPure(predicate) =>
        position(column).map(Strings(_, BindReferences.bindReference(predicate, AttributeSeq(Seq(column)))))
      case _ => None
    }

    private def isPure(predicate: Expression): Boolean =
      predicate.deterministic && predicate.resolved && !predicate.exists {
        case _: Attribute => false // Unevaluable, until it is bound
        case _: PlanExpression[_] | _: UserDefinedExpression | _: Unevaluable | _: NonSQLExpression => true
        case _ => false
      }
  }

  /** Whether a column of the type stores whole numbers: decimals of up to 18 digits too, by their unscaled values. */
  private def isWhole(dataType: DataType): Boolean = ColumnKind.of(dataType) match {
    case _: ColumnKind.Integral | _: ColumnKind.SmallDecimal => true
    case _ => false
  }

  /** A constant as a column of its type stores it; nothing if the column does not store whole numbers. */
  private def wholeNumber(value: Any, dataType: DataType): Option[Long] = (value, ColumnKind.of(dataType)) match {
    case (number: Byte, _) => Some(number.toLong)
    case (number: Short, _) => Some(number.toLong)
    case (number: Int, _) => Some(number.toLong)
    case (number: Long, _) => Some(number)
    case (number: Decimal, ColumnKind.SmallDecimal(_, scale)) if number.scale == scale => Some(number.toUnscaledLong)
    case _ => None
  }
}
