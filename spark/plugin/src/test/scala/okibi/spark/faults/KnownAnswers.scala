package okibi.spark.faults

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.{DataFrame, SparkSession}
import org.apache.spark.sql.functions.{col, sum}
import org.apache.spark.storage.StorageLevel

/** A cached table and a persisted RDD, and queries of them whose answers are known by arithmetic. */
final class KnownAnswers(session: SparkSession, level: StorageLevel) {
  import KnownAnswers._

  val table: DataFrame = session
    .range(0, rows, 1, partitions)
    .selectExpr("id", "id % 97 as k", "concat('name-', id % 1000) as name")
    .persist(level)

  private val records: RDD[(Int, Int, String)] = session.sparkContext
    .parallelize(0 until partitions, partitions)
    .flatMap(p => Iterator.tabulate(perPartition)(i => (p, i, s"record-$i")))
    .persist(level)

  /** Scans and shuffles both. Returns what is wrong: none if all is right. */
  def wrong(): Seq[String] = found().collect {
    case (query, found, wanted) if found != wanted => s"$query $found, not $wanted"
  }

  private def found(): Seq[(String, Long, Long)] = Seq(
    ("scan", table.where("id >= 1000 and id < 1100").agg(sum("id")).head().getLong(0), (1000L until 1100L).sum),
    (
      "groups",
      table.groupBy("k").agg(sum("id").as("s")).agg(sum("s")).head().getLong(0),
      rows * (rows - 1) / 2
    ),
    (
      "join",
      table
        .hint("merge")
        .join(table.where("k = 13").select(col("id").as("other")), col("id") === col("other"))
        .count(),
      (0L until rows).count(_ % 97 == 13).toLong
    ),
    (
      "records",
      records.map(_._2.toLong).fold(0L)(_ + _),
      partitions * (perPartition.toLong * (perPartition - 1) / 2)
    ),
    (
      "reduced",
      records.map { case (p, i, _) => i % 100 -> p.toLong }.reduceByKey(_ + _).values.fold(0L)(_ + _),
      perPartition.toLong * partitions * (partitions - 1) / 2
    )
  )

  def unpersist(blocking: Boolean): Unit = {
    table.unpersist(blocking)
    records.unpersist(blocking)
    ()
  }
}

object KnownAnswers {
  private val rows = 300000L
  private val partitions = 12
  private val perPartition = 20000

  private val levels = Seq("MEMORY_AND_DISK", "MEMORY_ONLY", "MEMORY_AND_DISK_SER", "DISK_ONLY", "MEMORY_AND_DISK_2")

  /** The level of a round: each in turn. */
  def level(round: Int): StorageLevel = StorageLevel.fromString(levels(round % levels.size))
}
