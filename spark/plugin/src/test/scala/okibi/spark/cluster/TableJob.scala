package okibi.spark.cluster

import java.nio.file.{Files, Paths}

import org.apache.spark.SparkEnv
import org.apache.spark.metrics.source.CodegenMetrics
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.functions.broadcast

/** Queries a cached table again and again. The application of [[TableClusterSuite]].
  *
  * Arguments: the rounds, and a file to write after the first round.
  */
object TableJob {
  def main(args: Array[String]): Unit = {
    val session = SparkSession.builder().appName("tables").getOrCreate()
    val table =
      session.range(0, 400000, 1, 40).selectExpr("id", "id % 97 as k", "concat('name-', id % 1000) as name").cache()
    val side = session.range(0, 30).selectExpr("id * 11 as n")
    var total = 0L
    (1 to args(0).toInt).foreach { round =>
      total += table.where(s"id = ${round * 1000}").count()
      total += table.where("k = 13 and name like 'name-1%'").count()
      total += table.join(broadcast(side), table("id") === side("n")).count()
      if (round == 1) Files.write(Paths.get(args(1)), Array[Byte](1))
    }
    val query = table.where("id = 5")
    query.collect()
    val plan = query.queryExecution.executedPlan.toString.linesIterator
    println(s"plan=${plan.find(_.contains("InMemoryTableScan")).getOrElse("").trim}")
    println(s"total=$total")
    println(s"sorted=${sortedInTasks(session)}")
    println(s"compiled=${compiled(session)}")
    session.stop()
  }

  /** The rows of small partitions that share tasks. The sort takes its node along to the executors. */
  private def sortedInTasks(session: SparkSession): Int = {
    val small = session.range(0, 1000, 1, 50).selectExpr("id", "id % 7 as k").cache()
    small.count()
    try small.where("k = 3").sortWithinPartitions("k", "id").collect().length
    finally small.unpersist(blocking = true)
  }

  /** More queries than Spark keeps code for; each runs twice. */
  val queries = 120

  /** How often the JVM that compiled most often did so, among driver and executors. */
  private def compiled(session: SparkSession): Long = {
    def ofExecutors: Map[String, Long] = session.sparkContext
      .parallelize(1 to 40, 40)
      .map(_ => SparkEnv.get.executorId -> CodegenMetrics.METRIC_COMPILATION_TIME.getCount)
      .collect()
      .toMap
    val (driverBefore, before) = (CodegenMetrics.METRIC_COMPILATION_TIME.getCount, ofExecutors)
    for (_ <- 1 to 2; number <- 1 to queries) session.range(0, 100, 1, 4).selectExpr(s"id * $number").foreach(_ => ())
    (ofExecutors.map { case (executor, count) =>
      count - before.getOrElse(executor, 0L)
    }.toSeq :+ (CodegenMetrics.METRIC_COMPILATION_TIME.getCount - driverBefore)).max
  }

  /** The total that the application must print. */
  def expected(rounds: Int): Long = {
    val matching = (0L until 400000L).count(id => id % 97 == 13 && s"name-${id % 1000}".startsWith("name-1"))
    rounds * (1L + matching + 30L)
  }
}
