package okibi.spark.sql.stats

import org.apache.spark.sql.types.{ByteType, DataType, IntegerType, LongType, ShortType}

private[sql] object IntegralTypes {

  /** Whether the type is TINYINT, SMALLINT, INT or BIGINT. */
  def contain(dataType: DataType): Boolean = dataType match {
    case ByteType | ShortType | IntegerType | LongType => true
    case _ => false
  }
}
