package okibi.spark.sql.column

import org.apache.spark.sql.catalyst.expressions.codegen.CodeGenerator
import org.apache.spark.sql.types._

/** The layout of a column.
  *
  * @param hasVector whether generated code can read the column in place; the others are read row by row
  */
sealed abstract class ColumnKind(val hasVector: Boolean)

object ColumnKind {

  /** Whole numbers, and values that Spark stores as such: dates, timestamps, intervals of one unit. */
  final case class Integral(bytes: Int) extends ColumnKind(true)
  case object BooleanColumn extends ColumnKind(true)

  /** Decimals of up to 18 digits, as unscaled values. */
  final case class SmallDecimal(precision: Int, scale: Int) extends ColumnKind(true)
  final case class WideDecimal(precision: Int, scale: Int) extends ColumnKind(true)
  case object FloatColumn extends ColumnKind(true)
  case object DoubleColumn extends ColumnKind(true)

  /** @param ordered whether values compare by their bytes, so that bounds mean something; false for most collations */
  final case class StringColumn(ordered: Boolean) extends ColumnKind(true)
  case object BinaryColumn extends ColumnKind(true)
  case object IntervalColumn extends ColumnKind(true)
  case object VariantColumn extends ColumnKind(true)
  case object NullColumn extends ColumnKind(true)

  /** Arrays, maps, structs and types that Okibi does not know: the bytes of Spark's own row. */
  case object RowBytes extends ColumnKind(false)

  /** The kind of a type. It follows from the getter that generated code calls, so it is right for user-defined types
    * and for types that only later versions of Spark have.
    */
  def of(dataType: DataType): ColumnKind = dataType match {
    case udt: UserDefinedType[_] => of(udt.sqlType)
    case decimal: DecimalType if decimal.precision <= Decimal.MAX_LONG_DIGITS =>
      SmallDecimal(decimal.precision, decimal.scale)
    case decimal: DecimalType => WideDecimal(decimal.precision, decimal.scale)
    case string: StringType => StringColumn(!string.typeName.contains("collate"))
    case _: NullType => NullColumn
    case other =>
      CodeGenerator.javaType(other) match {
        case CodeGenerator.JAVA_BOOLEAN => BooleanColumn
        case CodeGenerator.JAVA_BYTE => Integral(1)
        case CodeGenerator.JAVA_SHORT => Integral(2)
        case CodeGenerator.JAVA_INT => Integral(4)
        case CodeGenerator.JAVA_LONG => Integral(8)
        case CodeGenerator.JAVA_FLOAT => FloatColumn
        case CodeGenerator.JAVA_DOUBLE => DoubleColumn
        case "byte[]" => BinaryColumn
        case "CalendarInterval" => IntervalColumn
        case "VariantVal" => VariantColumn
        case _ => RowBytes
      }
  }

  /** Whether a batch has the smallest and the largest value of a column, in the order of SQL comparisons. */
  def hasBounds(dataType: DataType): Boolean = of(dataType) match {
    case StringColumn(ordered) => ordered
    case BinaryColumn | IntervalColumn | VariantColumn | RowBytes => false
    case _ => true
  }
}
