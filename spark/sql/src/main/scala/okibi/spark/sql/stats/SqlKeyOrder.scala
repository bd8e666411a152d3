package okibi.spark.sql.stats

import java.util.Arrays.compareUnsigned

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.Platform
import org.apache.spark.unsafe.types.UTF8String

/** How the values of a SQL type are compared and told apart in statistics: by a key that keeps the SQL order, and is equal
  * for values that are equal in SQL (all NaN are one value and the greatest, -0.0 is 0.0). Stateless.
  *
  * Types without one (nested, interval, variant, collated strings, user-defined) have counts of nulls and nothing else.
  */
sealed abstract class SqlKeyOrder extends Serializable {

  /** A well mixed hash of the key of the value at `ordinal`, which is not null. */
  def hash(row: InternalRow, ordinal: Int): Long

  /** The same for a value outside of a row, in Spark's internal form. */
  def hash(value: Any): Long
}

/** Values whose key fits a long. */
sealed abstract class LongOrder extends SqlKeyOrder {
  def key(row: InternalRow, ordinal: Int): Long
  def key(value: Any): Long
  def value(key: Long): Any

  final def hash(row: InternalRow, ordinal: Int): Long = KeyHash.ofLong(key(row, ordinal))
  final def hash(value: Any): Long = KeyHash.ofLong(key(value))
}

/** Values whose key is a string of bytes, compared without sign. */
sealed abstract class BytesOrder extends SqlKeyOrder {
  def key(row: InternalRow, ordinal: Int): Array[Byte]
  def key(value: Any): Array[Byte]
  def value(key: Array[Byte]): Any

  /** Sign of the key of the value at `ordinal` less another key. */
  def compare(row: InternalRow, ordinal: Int, other: Array[Byte]): Int = compareUnsigned(key(row, ordinal), other)

  def hash(row: InternalRow, ordinal: Int): Long = KeyHash.ofBytes(key(row, ordinal))
  final def hash(value: Any): Long = KeyHash.ofBytes(key(value))
}

object SqlKeyOrder {

  /** The order of a type, if its values have one that a key can keep. */
  def of(dataType: DataType): Option[SqlKeyOrder] = dataType match {
    case BooleanType => Some(Booleans)
    case ByteType => Some(Bytes)
    case ShortType => Some(Shorts)
    case IntegerType | DateType | _: YearMonthIntervalType => Some(Ints)
    case LongType | TimestampType | TimestampNTZType | _: DayTimeIntervalType => Some(Longs)
    case FloatType => Some(Floats)
    case DoubleType => Some(Doubles)
    case decimal: DecimalType if decimal.precision <= Decimal.MAX_LONG_DIGITS =>
      Some(ShortDecimals(decimal.precision, decimal.scale))
    case decimal: DecimalType => Some(WideDecimals(decimal.precision, decimal.scale))
    // A collated type is not equal to the plain one.
    case StringType => Some(Strings)
    case BinaryType => Some(Binaries)
    case _ => None
  }

  case object Booleans extends LongOrder {
    def key(row: InternalRow, ordinal: Int): Long = if (row.getBoolean(ordinal)) 1 else 0
    def key(value: Any): Long = if (value.asInstanceOf[Boolean]) 1 else 0
    def value(key: Long): Any = key != 0
  }

  case object Bytes extends LongOrder {
    def key(row: InternalRow, ordinal: Int): Long = row.getByte(ordinal).toLong
    def key(value: Any): Long = value.asInstanceOf[Byte].toLong
    def value(key: Long): Any = key.toByte
  }

  case object Shorts extends LongOrder {
    def key(row: InternalRow, ordinal: Int): Long = row.getShort(ordinal).toLong
    def key(value: Any): Long = value.asInstanceOf[Short].toLong
    def value(key: Long): Any = key.toShort
  }

  case object Ints extends LongOrder {
    def key(row: InternalRow, ordinal: Int): Long = row.getInt(ordinal).toLong
    def key(value: Any): Long = value.asInstanceOf[Int].toLong
    def value(key: Long): Any = key.toInt
  }

  case object Longs extends LongOrder {
    def key(row: InternalRow, ordinal: Int): Long = row.getLong(ordinal)
    def key(value: Any): Long = value.asInstanceOf[Long]
    def value(key: Long): Any = key
  }

  case object Floats extends LongOrder {
    def key(row: InternalRow, ordinal: Int): Long = FloatingKeys.key(row.getFloat(ordinal))
    def key(value: Any): Long = FloatingKeys.key(value.asInstanceOf[Float])
    def value(key: Long): Any = FloatingKeys.double(key).toFloat
  }

  case object Doubles extends LongOrder {
    def key(row: InternalRow, ordinal: Int): Long = FloatingKeys.key(row.getDouble(ordinal))
    def key(value: Any): Long = FloatingKeys.key(value.asInstanceOf[Double])
    def value(key: Long): Any = FloatingKeys.double(key)
  }

  final case class ShortDecimals(precision: Int, scale: Int) extends LongOrder {
    def key(row: InternalRow, ordinal: Int): Long = unscaled(row.getDecimal(ordinal, precision, scale))
    def key(value: Any): Long = unscaled(value.asInstanceOf[Decimal])

    /** A decimal that somebody made by hand need not have the scale of its type. */
    private def unscaled(decimal: Decimal): Long =
      if (decimal.scale == scale) decimal.toUnscaledLong
      else decimal.toJavaBigDecimal.setScale(scale).unscaledValue.longValueExact
    def value(key: Long): Any = Decimal.createUnsafe(key, precision, scale)
  }

  final case class WideDecimals(precision: Int, scale: Int) extends BytesOrder {
    def key(row: InternalRow, ordinal: Int): Array[Byte] = key(row.getDecimal(ordinal, precision, scale))
    def key(value: Any): Array[Byte] = DecimalKeys.toKey(value.asInstanceOf[Decimal].toJavaBigDecimal, scale)
    def value(key: Array[Byte]): Any = Decimal(BigDecimal(DecimalKeys.fromKey(key, scale)), precision, scale)
  }

  case object Strings extends BytesOrder {
    def key(row: InternalRow, ordinal: Int): Array[Byte] = row.getUTF8String(ordinal).getBytes
    def key(value: Any): Array[Byte] = value.asInstanceOf[UTF8String].getBytes
    def value(key: Array[Byte]): Any = UTF8String.fromBytes(key)

    /** In place. A string's own comparisons are not used: `compareTo` refuses to work where Spark runs its tests, and the others
      * are not there on every line of Spark.
      */
    override def compare(row: InternalRow, ordinal: Int, other: Array[Byte]): Int = {
      val text = row.getUTF8String(ordinal)
      text.getBaseObject match {
        case bytes: Array[Byte] =>
          val from = (text.getBaseOffset - Platform.BYTE_ARRAY_OFFSET).toInt
          compareUnsigned(bytes, from, from + text.numBytes, other, 0, other.length)
        case _ => compareUnsigned(text.getBytes, other)
      }
    }

    override def hash(row: InternalRow, ordinal: Int): Long = hashOf(row.getUTF8String(ordinal))

    /** In place. */
    def hashOf(text: UTF8String): Long = KeyHash.ofBytes(text.getBaseObject, text.getBaseOffset, text.numBytes)
  }

  case object Binaries extends BytesOrder {
    def key(row: InternalRow, ordinal: Int): Array[Byte] = row.getBinary(ordinal)
    def key(value: Any): Array[Byte] = value.asInstanceOf[Array[Byte]]
    def value(key: Array[Byte]): Any = key
  }
}
