package okibi.spark.fuzz

import java.util.Locale

import org.apache.spark.sql.{DataFrame, Row}

/** Rows of different engines as texts that can be compared. */
object RowTexts {
  def sorted(rows: Seq[Seq[Any]]): Seq[String] = rows.map(_.map(text).mkString("|")).sorted

  /** The rows that Spark gives. Which of several texts that a collation holds for equal stands for a group is open, and
    * depends on which task ends first: their case does not count.
    */
  def sorted(frame: DataFrame): Seq[String] = {
    val isCollated = frame.schema.map(_.dataType.sql.contains("COLLATE"))
    frame
      .collect()
      .map(_.toSeq.zip(isCollated).map { case (value, collated) =>
        if (collated) text(value).toLowerCase(Locale.ROOT) else text(value)
      })
      .map(_.mkString("|"))
      .sorted
      .toSeq
  }

  def text(value: Any): String = value match {
    case null => "null"
    case bytes: Array[Byte] => bytes.map(byte => f"$byte%02x").mkString
    case row: Row => row.toSeq.map(text).mkString("{", ",", "}")
    case values: collection.Map[_, _] =>
      values.toSeq.map { case (key, value) => s"${text(key)}:${text(value)}" }.sorted.mkString("{", ",", "}")
    case values: collection.Seq[_] => values.map(text).mkString("[", ",", "]")
    case number: Double => if (number == 0) "0" else number.toString
    case number: Float => if (number == 0) "0" else number.toString
    case number: java.math.BigDecimal => if (number.signum == 0) "0" else number.stripTrailingZeros.toPlainString
    case number: java.math.BigInteger => number.toString
    case number: Number => number.longValue.toString
    case time: java.sql.Timestamp => time.toLocalDateTime.toString
    case date: java.sql.Date => date.toLocalDate.toString
    case other => other.toString
  }
}
