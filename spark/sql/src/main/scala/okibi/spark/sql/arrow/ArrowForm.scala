package okibi.spark.sql.arrow

import org.apache.spark.sql.types._

/** The buffers that hold a column in Arrow, beside the bitmap of rows that are not null. */
sealed trait ArrowForm

object ArrowForm {

  /** A bit for each row. */
  case object Bits extends ArrowForm

  /** `bytes` bytes for each row. */
  final case class FixedWidth(bytes: Int) extends ArrowForm

  /** An offset of four bytes for each row and one more, and the bytes that lie between the offsets. */
  case object VariableWidth extends ArrowForm

  /** The form of a type; nothing for a type that a cached table stores in another way than Arrow. */
  def of(dataType: DataType): Option[ArrowForm] = dataType match {
    case BooleanType => Some(Bits)
    case ByteType | ShortType | IntegerType | LongType | DateType | TimestampType | TimestampNTZType | FloatType |
        DoubleType =>
      Some(FixedWidth(dataType.defaultSize))
    case _: DecimalType => Some(FixedWidth(16))
    case _: StringType | BinaryType => Some(VariableWidth)
    case _ => None
  }
}
