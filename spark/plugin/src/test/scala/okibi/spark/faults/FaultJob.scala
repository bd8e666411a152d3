package okibi.spark.faults

import java.nio.file.{Files, Paths}

import scala.concurrent.{Await, Future}
import scala.concurrent.ExecutionContext.Implicits.global
import scala.concurrent.duration._
import scala.util.Try
import scala.util.control.NonFatal

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.functions.{col, sum}
import org.apache.spark.storage.StorageLevel

/** Fills, scans, shuffles and drops a cached table and a persisted RDD, round after round, and compares each answer with
  * what arithmetic says. The application of `dev/faults`.
  *
  * Arguments: a file; the job ends when the file is there. `cancel`, if jobs are cancelled in the middle too. Prints a
  * line for each round: `right`, `wrong` or `failed`, and what happened.
  */
object FaultJob {
  private val rows = 300000L
  private val partitions = 12
  private val perPartition = 20000
  private val levels = Seq("MEMORY_AND_DISK", "MEMORY_ONLY", "MEMORY_AND_DISK_SER", "DISK_ONLY", "MEMORY_AND_DISK_2")

  def main(args: Array[String]): Unit = {
    val session = SparkSession.builder().appName("faults").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    val end = Paths.get(args(0))
    Iterator.from(0).takeWhile(_ => !Files.exists(end)).foreach { number =>
      val said =
        try round(session, StorageLevel.fromString(levels(number % levels.size)), args.contains("cancel"))
        catch { case NonFatal(error) => s"failed ${error.getClass.getName}: ${error.getMessage.linesIterator.next()}" }
      println(s"round=$said")
    }
    session.stop()
  }

  private def round(session: SparkSession, level: StorageLevel, cancels: Boolean): String = {
    val table = session
      .range(0, rows, 1, partitions)
      .selectExpr("id", "id % 97 as k", "concat('name-', id % 1000) as name")
      .persist(level)
    val records = session.sparkContext
      .parallelize(0 until partitions, partitions)
      .flatMap(p => Iterator.tabulate(perPartition)(i => (p, i, s"record-$i")))
      .persist(level)
    val (all, triangle) = (rows * (rows - 1) / 2, perPartition.toLong * (perPartition - 1) / 2)
    def pass(): Seq[(String, Long, Long)] = Seq(
      ("scan", table.where("id >= 1000 and id < 1100").agg(sum("id")).head().getLong(0), (1000L until 1100L).sum),
      ("groups", table.groupBy("k").agg(sum("id").as("s")).agg(sum("s")).head().getLong(0), all),
      (
        "join",
        table
          .hint("merge")
          .join(table.where("k = 13").select(col("id").as("other")), col("id") === col("other"))
          .count(),
        (0L until rows).count(_ % 97 == 13).toLong
      ),
      ("records", records.map(_._2.toLong).fold(0L)(_ + _), partitions * triangle),
      (
        "reduced",
        records.map { case (p, i, _) => i % 100 -> p.toLong }.reduceByKey(_ + _).values.fold(0L)(_ + _),
        perPartition.toLong * partitions * (partitions - 1) / 2
      )
    )
    try {
      if (cancels) cancelled(session)(table.groupBy("name").count().count())
      val wrong = (pass() ++ pass()).collect {
        case (query, found, wanted) if found != wanted => s"$query $found, not $wanted"
      }
      if (wrong.isEmpty) "right" else s"wrong ${wrong.mkString(", ")}"
    } finally {
      table.unpersist(blocking = false)
      records.unpersist(blocking = false)
      ()
    }
  }

  /** Runs a job, and cancels it in the middle. Its tasks are interrupted. */
  private def cancelled(session: SparkSession)(job: => Any): Unit = {
    val running = Future {
      session.sparkContext.setJobGroup("victim", "cancelled in the middle", interruptOnCancel = true)
      Try(job)
    }
    Thread.sleep(util.Random.nextInt(800).toLong)
    session.sparkContext.cancelJobGroup("victim")
    Await.ready(running, 5.minutes)
    ()
  }
}
