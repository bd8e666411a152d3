package okibi.spark.sql.kit

/** Columns of every type that Arrow stores as a cached table in Okibi's format does, as expressions over `id`. Two thirds
  * of them have nulls.
  */
object TypedColumns {
  private val values = Seq(
    "flag" -> "id % 2 = 0",
    "tiny" -> "cast(id % 128 as tinyint)",
    "small" -> "cast(id % 90 as smallint)",
    "int" -> "cast(id * 31 as int)",
    "long" -> "id * 1000003",
    "float" -> "cast(id as float) / 8",
    "double" -> "if(id % 100 = 7, double('NaN'), cast(id as double) / 8)",
    "decimal" -> "cast(id - 30000 as decimal(9, 2))",
    "wide" -> "cast(id - 30000 as decimal(38, 10)) * 1000000000000",
    "string" -> "concat('value ', id % 50)",
    "text" -> "concat('text ', id, repeat('~', cast(id % 40 as int)))",
    "fixed" -> "lpad(cast(id as string), 8, '0')",
    "binary" -> "cast(concat('bytes ', id % 5000) as binary)",
    "date" -> "date_add(date'1969-12-01', cast(id % 40000 as int))",
    "time" -> "timestamp_seconds(id * 977)",
    "local" -> "cast(timestamp_seconds(id * 977) as timestamp_ntz)",
    "nothing" -> "cast(null as int)",
    "same" -> "7"
  )

  val names: Seq[String] = values.map(_._1)

  /** The column `k`, which is the id, and those of [[names]]. */
  val all: Seq[String] = "id as k" +: values.zipWithIndex.map { case ((name, text), i) =>
    if (i % 3 == 2) s"$text as $name" else s"if(id % 11 = ${i % 11}, null, $text) as $name"
  }
}
