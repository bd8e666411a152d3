package okibi.spark.scale

import scala.util.Random

import okibi.spark._

import org.apache.spark.rdd.RDD
import org.apache.spark.sql.{DataFrame, SparkSession}
import org.apache.spark.sql.execution.columnar.InMemoryRelation
import org.apache.spark.storage.StorageLevel

/** What is cached, and jobs on it. A tenth of all partitions are those of one table; every second of the others is an
  * RDD, the rest are tables.
  *
  * @param indexes whether the RDDs have indexes
  */
final class ScaleJobs(session: SparkSession, partitions: Int, cached: Int, indexes: Boolean) {
  private val context = session.sparkContext
  private val largest = partitions / 10
  private val each = (partitions - largest) / (cached - 1)
  private val rows = 20

  private val tables: Seq[DataFrame] =
    table(largest) +: (0 until (cached - 1) / 2).map(_ => table(each))
  private val rdds: Seq[RDD[Int]] = (0 until cached - tables.size).map { _ =>
    val numbers = context.parallelize(0 until each, each).flatMap(ScaleJobs.numbers(rows))
    if (indexes) numbers.indexed() else numbers.persist(StorageLevel.MEMORY_AND_DISK)
  }

  private def table(partitions: Int): DataFrame = session
    .range(0, partitions.toLong * rows, 1, partitions)
    .selectExpr("id", "concat('city ', id % 7) as city", "id * 1.5 as price")
    .persist(StorageLevel.MEMORY_AND_DISK)

  /** Computes all partitions. */
  def fill(): Unit = everything.zipWithIndex.foreach { case (data, i) =>
    context.runJob(data, (elements: Iterator[_]) => elements.size)
    ProgressLine.show("filled", i + 1, everything.size)
  }

  private lazy val everything: Seq[RDD[_]] = tables.map(columns) ++ rdds

  private def columns(table: DataFrame): RDD[_] = table.queryExecution.withCachedData.collectFirst {
    case relation: InMemoryRelation => relation.cacheBuilder.cachedColumnBuffers
  }.get

  /** Milliseconds to plan a query that wants one key of the largest table, the least of thirty, when the code is compiled. */
  def planMs(): Double = (1 to 30).map { i =>
    val start = System.nanoTime()
    val plan = tables.head.where(s"id = ${largest.toLong * i}").queryExecution
    plan.executedPlan
    plan.toRdd.partitions
    (System.nanoTime() - start) / 1e6
  }.min

  /** A job on a tenth of the partitions of something. */
  def readPart(random: Random): Unit = {
    val data = everything(random.nextInt(everything.size))
    val count = data.partitions.length
    val part = Seq.fill(math.max(1, math.min(500, count / 10)))(random.nextInt(count)).distinct
    context.runJob(data, (elements: Iterator[_]) => elements.size, part)
    ()
  }
}

private object ScaleJobs {

  /** The elements of a partition. */
  def numbers(count: Int): Int => Iterator[Int] = partition => Iterator.tabulate(count)(_ + partition * count)
}
