package okibi.spark.sql.predicate

import scala.util.Random

import okibi.spark.sql.fixture.RandomValues
import okibi.spark.sql.stats.{LongOrder, SqlKeyOrder}

import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** Random predicates over columns of all types, in the form that the optimizer leaves: with literals, some of them
  * null.
  *
  * @param inSets whether to draw InSet, which only the optimizer makes, and InKeys, which only joins make
  */
final class RandomPredicates(random: Random, columns: Seq[AttributeReference], inSets: Boolean) {
  private val values = new RandomValues(random)

  def any(depth: Int): Expression = if (depth == 0) leaf()
  else
    random.nextInt(7) match {
      case 0 | 1 => And(any(depth - 1), any(depth - 1))
      case 2 | 3 => Or(any(depth - 1), any(depth - 1))
      case 4 => Not(any(depth - 1))
      case _ => leaf()
    }

  /** A prefix predicate alone: rare among the others, because few columns are strings. */
  def prefix(): Expression = startsWith(pick(columns.filter(_.dataType == StringType)))

  private def leaf(): Expression = pick(columns) match {
    case column if random.nextInt(8) == 0 => if (random.nextBoolean()) IsNull(column) else IsNotNull(column)
    case column if !RandomValues.types.contains(column.dataType) => IsNull(column)
    case column if column.dataType == BooleanType && random.nextBoolean() => column
    case column if column.dataType == StringType && random.nextInt(3) == 0 => startsWith(column)
    case column =>
      random.nextInt(10) match {
        case 0 | 1 => In(column, constants(column.dataType, 15))
        case 2 if inSets && column.dataType != BinaryType =>
          val constants = this.constants(column.dataType, 30).map(_.value)
          SqlKeyOrder.of(column.dataType) match {
            case Some(longs: LongOrder) if random.nextBoolean() =>
              InKeys(column, constants.filter(_ != null).map(longs.key).distinct.sorted.toArray, longs)
            case _ => InSet(column, constants.toSet)
          }
        case 3 | 4 =>
          casts(column.dataType).fold(comparison(column, column.dataType))(to =>
            comparison(Cast(column, to, Some("America/New_York")), to)
          )
        case _ => comparison(column, column.dataType)
      }
  }

  private def comparison(operand: Expression, dataType: DataType): Expression = {
    val literal = constant(dataType)
    val (left, right) = if (random.nextBoolean()) (operand, literal) else (literal, operand)
    random.nextInt(7) match {
      case 0 | 1 => EqualTo(left, right)
      case 2 => EqualNullSafe(left, right)
      case 3 => LessThan(left, right)
      case 4 => LessThanOrEqual(left, right)
      case 5 => GreaterThan(left, right)
      case _ => GreaterThanOrEqual(left, right)
    }
  }

  private def casts(from: DataType): Option[DataType] = Some(from match {
    case ByteType => pick(Seq(ShortType, LongType, DoubleType, DecimalType(9, 2)))
    case IntegerType => pick(Seq(LongType, FloatType, DoubleType, DecimalType(20, 5), ShortType))
    case LongType => pick(Seq(FloatType, DoubleType, DecimalType(38, 10), IntegerType))
    case FloatType => pick(Seq(DoubleType, IntegerType))
    case decimal: DecimalType if decimal.precision == 9 => pick(Seq(DoubleType, DecimalType(20, 5), DecimalType(18, 0)))
    case DateType => pick(Seq(TimestampType, TimestampNTZType))
    case TimestampType | TimestampNTZType => DateType
    case _ => from
  }).filter(_ != from)

  private def constant(dataType: DataType): Literal =
    if (random.nextInt(12) == 0) Literal(null, dataType) else Literal(values.any(dataType), dataType)

  /** The constants of a list; sometimes null alone. */
  private def constants(dataType: DataType, max: Int): Seq[Literal] =
    if (random.nextInt(8) == 0) Seq(Literal(null, dataType)) else Seq.fill(1 + random.nextInt(max))(constant(dataType))

  private def startsWith(column: AttributeReference): Expression = {
    val text = values.any(StringType).toString
    StartsWith(column, Literal(UTF8String.fromString(text.take(random.nextInt(4))), StringType))
  }

  private def pick[T](from: Seq[T]): T = from(random.nextInt(from.length))
}
