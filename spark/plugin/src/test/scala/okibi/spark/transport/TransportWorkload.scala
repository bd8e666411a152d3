package okibi.spark.transport

import okibi.spark._
import okibi.spark.python.ArrowCollector
import okibi.spark.sql.kit.ArrowContent

import org.apache.spark.SparkContext
import org.apache.spark.sql.{DataFrame, SparkSession}
import org.apache.spark.sql.functions._
import org.apache.spark.storage.StorageLevel

/** Makes Spark transport all kinds of Okibi's data: blocks of each level, closures and results of tasks, messages of
  * tasks to the driver, broadcasts.
  */
object TransportWorkload {
  private val rows = 60000L
  private val partitions = 6

  val levels: Seq[String] = Seq("MEMORY_ONLY", "MEMORY_AND_DISK", "MEMORY_ONLY_SER", "MEMORY_AND_DISK_SER", "DISK_ONLY")
  val replicated: Seq[String] = levels.map(_ + "_2")

  /** Questions and their answers. */
  def answers(session: SparkSession, levels: Seq[String]): Seq[(String, String)] =
    levels.flatMap(level =>
      tables(session, level) ++ records(session.sparkContext, level) ++ indexed(session.sparkContext, level)
    ) ++ advice(session.sparkContext)

  /** The right answers. */
  def expected(levels: Seq[String]): Seq[(String, String)] = levels.flatMap { level =>
    val ids = 0L until rows
    Seq(
      s"$level sum" -> s"[${ids.sum},${ids.map(id => s"text ${id * 31}".length.toLong).sum}]",
      s"$level part" -> ids.count(id => id >= 12345 && id < 34567 && id % 7 == 3).toString,
      s"$level one task" -> s"[${ids.sum}]",
      s"$level arrow" -> ids.filter(_ % 7 == 3).sum.toString,
      s"$level arrow of rows" -> ids.map(_ + 1).sum.toString,
      s"$level nested" -> s"[${ids.map(id => id + id % 7).sum}]",
      s"$level join" -> "30",
      s"$level groups" -> ids.groupBy(_ % 7).toSeq.map { case (k, group) => s"[$k,${group.size}]" }.sorted.mkString,
      s"$level records" -> ids.sum.toString,
      s"$level records in one task" -> rows.toString,
      s"$level lookup" -> "4321",
      s"$level among" -> "1 59999",
      s"$level semi" -> "7 70",
      s"$level joined" -> "(ApplicationKey(7),(7,a)) (ApplicationKey(70),(70,b))",
      s"$level filters" -> partitions.toString
    )
  } :+ ("advice" -> "4 of 6 partitions")

  private def tables(session: SparkSession, level: String): Seq[(String, String)] = {
    val table = session
      .range(0, rows, 1, partitions)
      .selectExpr("id", "id % 7 as k", "concat('text ', id * 31) as s", "array(id, id % 7) as a")
      .persist(StorageLevel.fromString(level))
    val side = session.range(0, 30).selectExpr("id * 11 as n")
    table.count()
    val found = Seq(
      "sum" -> table.selectExpr("sum(id)", "sum(length(s))").collect().mkString,
      "part" -> table.where("id >= 12345 and id < 34567 and k = 3").count().toString,
      "one task" -> table.select("id").coalesce(1).agg(sum("id")).collect().mkString,
      "arrow" -> arrowSum(table.where("k = 3").select("id", "s")),
      "arrow of rows" -> arrowSum(table.selectExpr("id + 1 as next", "a")),
      "nested" -> table.selectExpr("sum(a[0] + a[1])").collect().mkString,
      "join" -> table.join(broadcast(side), table("id") === side("n")).count().toString,
      "groups" -> table.groupBy("k").count().collect().map(_.toString).sorted.mkString
    )
    table.unpersist(blocking = true)
    found.map { case (what, answer) => s"$level $what" -> answer }
  }

  /** The sum of the first column, by a file of Arrow. Where Spark encrypts files there is none. */
  private def arrowSum(query: DataFrame): String =
    Option(ArrowCollector.of(query))
      .fold(query.collect().map(_.getLong(0)).toSeq)(made => ArrowContent.take(made.collect()).rows.map(_.head.toLong))
      .sum
      .toString

  private def records(context: SparkContext, level: String): Seq[(String, String)] = {
    val meters =
      context.range(0, rows, 1, partitions).map(id => ApplicationKey(id.toInt)).persist(StorageLevel.fromString(level))
    meters.count()
    val found = Seq(
      "records" -> meters.map(_.number.toLong).fold(0L)(_ + _).toString,
      "records in one task" -> meters.coalesce(1).count().toString
    )
    meters.unpersist(blocking = true)
    found.map { case (what, answer) => s"$level $what" -> answer }
  }

  private def indexed(context: SparkContext, level: String): Seq[(String, String)] = {
    val ids = context.range(0, rows, 1, partitions).indexed(StorageLevel.fromString(level))
    ids.count()
    val filters = ids.indexStatus.filters
    ids.unpersist(blocking = true)
    val pairs = context
      .range(0, rows, 1, partitions)
      .map(id => ApplicationKey(id.toInt) -> id)
      .indexedByKey(StorageLevel.fromString(level))
    pairs.count()
    def numbers(found: Iterable[Long]): String = found.toSeq.sorted.mkString(" ")
    val small =
      context.parallelize(Seq(ApplicationKey(7) -> "a", ApplicationKey(70) -> "b", ApplicationKey(-1) -> "c"), 2)
    val found = Seq(
      "lookup" -> numbers(pairs.lookup(ApplicationKey(4321))),
      "among" -> numbers(pairs.filterIn(Seq(ApplicationKey(1), ApplicationKey(59999))).values.collect()),
      "semi" -> numbers(pairs.leftSemi(small.keys).values.collect()),
      "joined" -> pairs.join(small).collect().map(_.toString).sorted.mkString(" "),
      "filters" -> filters.toString
    )
    pairs.unpersist(blocking = true)
    found.map { case (what, answer) => s"$level $what" -> answer }
  }

  private def advice(context: SparkContext): Seq[(String, String)] = {
    val advice = Okibi.adviseLevel(context.range(0, rows, 1, partitions).map(id => ApplicationKey(id.toInt)))
    Seq("advice" -> "4 of 6 partitions".r.findFirstIn(advice.reason).getOrElse(advice.reason))
  }
}
