package okibi.spark.sql.stats

import java.util.Arrays.compareUnsigned

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.Platform
import org.apache.spark.unsafe.types.UTF8String

/** Compares the values of a SQL type in statistics, by keys. Keys keep the SQL order, and are equal for values that are
  * equal in SQL: all NaN are one value, which is the greatest, and -0.0 is 0.0. Stateless.
  *
  * Types without an order (nested, calendar interval, variant, collated string, user-defined) have counts of nulls and
  * no other statistics.
  */
sealed abstract class SqlKeyOrder extends Serializable {

  /** A well-mixed hash of the key of the value at `ordinal`, which must not be null. */
  def hash(row: InternalRow, ordinal: Int): Long

  /** The same hash for a value in Spark's internal form. */
  def hash(value: Any): Long
}

/** An order with keys that are longs. */
sealed abstract class LongOrder extends SqlKeyOrder {
  def key(row: InternalRow, ordinal: Int): Long
  def key(value: Any): Long
  def value(key: Long): Any

  final def hash(row: InternalRow, ordinal: Int): Long = KeyHash.ofLong(key(row, ordinal))
  final def hash(value: Any): Long = KeyHash.ofLong(key(value))
}

/** An order with keys that are byte arrays, which compare unsigned. */
sealed abstract class BytesOrder extends SqlKeyOrder {
  def key(row: InternalRow, ordinal: Int): Array[Byte]
  def key(value: Any): Array[Byte]

  /** The sign of the key of the value at `ordinal` minus another key. */
  def compare(row: InternalRow, ordinal: Int, other: Array[Byte]): Int = compareUnsigned(key(row, ordinal), other)

  def hash(row: InternalRow, ordinal: Int): Long = KeyHash.ofBytes(key(row, ordinal))
  final def hash(value: Any): Long = KeyHash.ofBytes(key(value))
}

object SqlKeyOrder {

  /** The order of a type, if a key can keep it. */
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
    // A type with a collation does not equal StringType.
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
    def key(row: InternalRow, ordinal: Int): Long = FloatingKeys.of(row.getFloat(ordinal))
    def key(value: Any): Long = FloatingKeys.of(value.asInstanceOf[Float])
    def value(key: Long): Any = FloatingKeys.value(key).toFloat
  }

  case object Doubles extends LongOrder {
    def key(row: InternalRow, ordinal: Int): Long = FloatingKeys.of(row.getDouble(ordinal))
    def key(value: Any): Long = FloatingKeys.of(value.asInstanceOf[Double])
    def value(key: Long): Any = FloatingKeys.value(key)
  }

  final case class ShortDecimals(precision: Int, scale: Int) extends LongOrder {
    def key(row: InternalRow, ordinal: Int): Long = unscaled(row.getDecimal(ordinal, precision, scale))
    def key(value: Any): Long = unscaled(value.asInstanceOf[Decimal])

    /** A decimal that was not made by Spark may have another scale than its type. */
    private def unscaled(decimal: Decimal): Long =
      if (decimal.scale == scale) decimal.toUnscaledLong
      else decimal.toJavaBigDecimal.setScale(scale).unscaledValue.longValueExact
    def value(key: Long): Any = Decimal.createUnsafe(key, precision, scale)
  }

  final case class WideDecimals(precision: Int, scale: Int) extends BytesOrder {
    def key(row: InternalRow, ordinal: Int): Array[Byte] = key(row.getDecimal(ordinal, precision, scale))
    def key(value: Any): Array[Byte] = DecimalKeys.of(value.asInstanceOf[Decimal].toJavaBigDecimal, scale)
  }

  case object Strings extends BytesOrder {
    def key(row: InternalRow, ordinal: Int): Array[Byte] = row.getUTF8String(ordinal).getBytes
    def key(value: Any): Array[Byte] = value.asInstanceOf[UTF8String].getBytes

    /** Compares in place. UTF8String's own comparisons are not used: `compareTo` throws while Spark runs its tests, and
      * not every line of Spark has the others.
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

    /** Hashes in place. */
    def hashOf(text: UTF8String): Long = KeyHash.ofBytes(text.getBaseObject, text.getBaseOffset, text.numBytes)
  }

  case object Binaries extends BytesOrder {
    def key(row: InternalRow, ordinal: Int): Array[Byte] = row.getBinary(ordinal)
    def key(value: Any): Array[Byte] = value.asInstanceOf[Array[Byte]]
  }
}
