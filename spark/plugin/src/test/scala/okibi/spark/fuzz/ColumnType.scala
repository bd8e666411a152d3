package okibi.spark.fuzz

/** A type of columns of random tables.
  *
  * @param name     the type in Spark's SQL
  * @param literals values in Spark's SQL: few, with special and extreme ones among them
  * @param isOrdered whether values can be compared and grouped by
  * @param duck     the type in DuckDB, if DuckDB has it with the same meaning
  */
final case class ColumnType(name: String, literals: Seq[String], isOrdered: Boolean, duck: Option[String]) {
  def isInteger: Boolean = ColumnType.integers.contains(name)
  def isText: Boolean = name == "string"
}

object ColumnType {
  private val integers = Set("tinyint", "smallint", "int", "bigint")

  private def same(name: String, literals: String*): ColumnType =
    ColumnType(name, literals, isOrdered = true, Some(name))
  private def spark(name: String, literals: String*): ColumnType = ColumnType(name, literals, isOrdered = true, None)
  private def cast(name: String)(values: String*): Seq[String] = values.map(value => s"cast('$value' as $name)")

  private val long = "abc" * 15

  val boolean: ColumnType = same("boolean", "true", "false")
  val int: ColumnType = same("int", cast("int")("-2147483648", "2147483647", "0", "1", "2", "3", "5", "-7"): _*)
  val bigint: ColumnType =
    same("bigint", cast("bigint")("-9223372036854775808", "9223372036854775807", "0", "1", "2", "3", "40"): _*)
  val decimal: ColumnType = same(
    "decimal(38,10)",
    cast("decimal(38,10)")("9999999999999999999999999999.9999999999", "0", "1", "-2.5", "0.0000000001"): _*
  )

  /** The sum of integers. */
  val sum: ColumnType = same("decimal(30,0)", cast("decimal(30,0)")("0", "1", "9999999999"): _*)
  val string: ColumnType = same("string", "''", "'ab1'", "'abc2'", "'abc3'", "'Brand#12'", "'é'", s"'$long'")

  /** Types of every Spark line. */
  private val common: Seq[ColumnType] = Seq(
    boolean,
    int,
    bigint,
    decimal,
    string,
    same("tinyint", cast("tinyint")("-128", "127", "0", "1", "2"): _*),
    same("smallint", cast("smallint")("-32768", "32767", "0", "1", "2"): _*),
    same("double", cast("double")("NaN", "0", "Infinity", "-Infinity", "1.25", "-2.5", "1e300"): _*),
    same("decimal(9,2)", cast("decimal(9,2)")("9999999.99", "0", "1.5", "-1.5"): _*),
    same("date", cast("date")("0001-01-01", "1970-01-01", "2020-02-29", "2020-03-01", "9999-12-31"): _*),
    spark("float", cast("float")("NaN", "0", "Infinity", "1.25", "-2.5"): _*),
    spark(
      "timestamp",
      cast("timestamp")("1970-01-01 00:00:00Z", "2020-03-08 06:59:59.999999Z", "2020-03-08 07:00:00Z"): _*
    ),
    ColumnType(
      "timestamp_ntz",
      cast("timestamp_ntz")("1970-01-01 00:00:00", "2020-03-08 02:30:00", "2020-03-08 02:30:00.000001"),
      isOrdered = true,
      Some("timestamp")
    ),
    spark("interval day to second", "interval '1' day", "interval '-3' hour", "interval '0' second"),
    spark("interval year to month", "interval '1' year", "interval '-3' month", "interval '0' month"),
    spark("binary", "x''", "x'00ff'", "x'6162'", "x'616263'"),
    spark("array<int>", "array(1, 2)", "array(1, cast(null as int))", "cast(array() as array<int>)"),
    spark("struct<p:int,q:string>", "named_struct('p', 1, 'q', 'x')", "named_struct('p', cast(null as int), 'q', '')"),
    ColumnType("map<string,int>", Seq("map('a', 1)", "map('a', 1, 'b', cast(null as int))"), isOrdered = false, None),
    spark("char(5)", "'ab'", "'abcde'", "''"),
    spark("varchar(7)", "'ab'", "'abcdefg'", "''")
  )

  /** Types since Spark 4. */
  private val sinceFour: Seq[ColumnType] = Seq(
    spark("string collate UTF8_LCASE", "'AB' collate UTF8_LCASE", "'ab' collate UTF8_LCASE", "'b' collate UTF8_LCASE"),
    ColumnType(
      "variant",
      Seq("parse_json('{\"a\":1}')", "parse_json('[1,2]')", "parse_json('\"x\"')"),
      isOrdered = false,
      None
    )
  )

  def all(sparkVersion: String): Seq[ColumnType] =
    if (sparkVersion.takeWhile(_ != '.').toInt >= 4) common ++ sinceFour else common
}
