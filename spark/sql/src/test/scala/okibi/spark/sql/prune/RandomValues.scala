package okibi.spark.sql.prune

import scala.util.Random

import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/** Random values of all types, in Spark's internal form: few different ones, with what is odd or extreme among them. */
final class RandomValues(random: Random) {

  def any(dataType: DataType): Any = dataType match {
    case BooleanType => random.nextBoolean()
    case ByteType => one[Byte](Byte.MinValue, Byte.MaxValue, 0)(small.toByte)
    case ShortType => one[Short](Short.MinValue, Short.MaxValue, 0)(small.toShort)
    case IntegerType => one(Int.MinValue, Int.MaxValue, 0)(small)
    case DateType => small * 13
    case _: YearMonthIntervalType => small
    case LongType => one(Long.MinValue, Long.MaxValue, 0L)(small.toLong)
    case TimestampType | TimestampNTZType => small * 40000000000L + random.nextInt(3) - 1
    case _: DayTimeIntervalType => small * 1000000L
    case FloatType =>
      one(Float.NaN, -0.0f, 0.0f, Float.PositiveInfinity, Float.NegativeInfinity, Float.MinPositiveValue)(small / 4.0f)
    case DoubleType =>
      one(Double.NaN, -0.0, 0.0, Double.PositiveInfinity, Double.NegativeInfinity, Double.MaxValue)(small / 4.0)
    case decimal: DecimalType =>
      val most = BigDecimal(BigInt(10).pow(decimal.precision) - 1, decimal.scale)
      Decimal(
        one(most, -most, BigDecimal(0))(BigDecimal(BigInt(small), decimal.scale)),
        decimal.precision,
        decimal.scale
      )
    case StringType => UTF8String.fromString(text())
    case BinaryType => text().getBytes("UTF-16LE").filter(_ => random.nextInt(8) > 0)
    case ArrayType(IntegerType, _) =>
      new org.apache.spark.sql.catalyst.util.GenericArrayData(Array.fill(random.nextInt(3))(small))
  }

  private def small: Int = random.nextInt(41) - 20

  private def one[T](odd: T*)(usual: => T): T = if (random.nextInt(5) == 0) odd(random.nextInt(odd.length)) else usual

  /** Many share a beginning; some are longer than a bound may be. */
  private def text(): String =
    one("", "\u007f", "\u00e9\u00e8", "abc" * 15, "\uffff" * 20)(
      Seq("ab", "abc", "Brand#", "x").apply(random.nextInt(4)) + random.nextInt(12)
    )
}

object RandomValues {
  val types: Seq[DataType] = Seq(
    BooleanType,
    ByteType,
    ShortType,
    IntegerType,
    DateType,
    YearMonthIntervalType(),
    LongType,
    TimestampType,
    TimestampNTZType,
    DayTimeIntervalType(),
    FloatType,
    DoubleType,
    DecimalType(9, 2),
    DecimalType(18, 0),
    DecimalType(20, 5),
    DecimalType(38, 10),
    StringType,
    BinaryType
  )
}
