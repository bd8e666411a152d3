package okibi.spark.faults

import java.nio.file.{Files, Paths}

import scala.concurrent.{Await, Future}
import scala.concurrent.ExecutionContext.Implicits.global
import scala.concurrent.duration._
import scala.util.Try
import scala.util.control.NonFatal

import org.apache.spark.sql.SparkSession
import org.apache.spark.storage.StorageLevel

/** Fills, scans, shuffles and drops what [[KnownAnswers]] has, round after round. The application of `dev/faults`.
  *
  * Arguments: a file; the job ends when the file is there. `cancel`, if jobs are cancelled in the middle too. Prints a
  * line for each round: `right`, `wrong` or `failed`, and what happened.
  */
object FaultJob {
  def main(args: Array[String]): Unit = {
    val session = SparkSession.builder().appName("faults").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    val end = Paths.get(args(0))
    Iterator.from(0).takeWhile(_ => !Files.exists(end)).foreach { number =>
      val said =
        try round(session, KnownAnswers.level(number), args.contains("cancel"))
        catch { case NonFatal(error) => s"failed ${error.getClass.getName}: ${error.getMessage.linesIterator.next()}" }
      println(s"round=$said")
    }
    session.stop()
  }

  private def round(session: SparkSession, level: StorageLevel, cancels: Boolean): String = {
    val known = new KnownAnswers(session, level)
    try {
      if (cancels) cancelled(session)(known.table.groupBy("name").count().count())
      val wrong = known.wrong() ++ known.wrong()
      if (wrong.isEmpty) "right" else s"wrong ${wrong.mkString(", ")}"
    } finally known.unpersist(blocking = false)
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
