package okibi.spark.cluster

import java.nio.file.{Files, Path, Paths}

import scala.concurrent.duration._

import okibi.core.observe.SeriesCodec
import okibi.spark.Waiting
import okibi.spark.observe.LogBudget

/** A real cluster: a master and two workers, the plugin by --jars only. */
class StandaloneClusterSuite extends munit.FunSuite {
  override val munitTimeout: Duration = 10.minutes

  private def work(name: String): Path = {
    val path = Paths.get(System.getProperty("okibi.work"))
    Files.createDirectories(path)
    Files.createTempDirectory(path, name)
  }

  private val plugin = Map("spark.plugins" -> "okibi.spark.OkibiPlugin", "spark.okibi.cache.polcy" -> "lru")

  private def eventLog(folder: Path): Map[String, String] = Map(
    "spark.eventLog.enabled" -> "true",
    "spark.eventLog.dir" -> folder.toUri.toString,
    "spark.eventLog.compress" -> "false",
    "spark.eventLog.rolling.enabled" -> "false"
  )

  /** Of the application's only log. */
  private def lines(logs: Path): Seq[String] = {
    val files = Files.list(logs)
    val file =
      try files.findFirst().get()
      finally files.close()
    new String(Files.readAllBytes(file), "UTF-8").split('\n').toSeq
  }

  private val series = "\"series\":\"([^\"]+)\"".r

  Seq("MEMORY_AND_DISK", "MEMORY_ONLY_2").foreach { level =>
    test(s"an executor is killed (-9) in the middle of a job over $level: right answer") {
      val folder = work(level)
      val cluster = new TestCluster(folder, workers = 2)
      try {
        val begun = folder.resolve("begun")
        val logs = Files.createDirectory(folder.resolve("events"))
        val observed = folder.resolve("observed")
        val app = cluster.submit(
          s"kill-$level",
          "okibi.spark.cluster.KillJob",
          plugin ++ eventLog(logs) + ("spark.okibi.observe.dir" -> observed.toUri.toString),
          level,
          "8",
          begun.toString
        )
        Waiting.until(s"the first round ($folder)", 180)(Files.exists(begun) || !app.isRunning)
        val victims = cluster.executors
        assert(victims.nonEmpty, s"no executor was found, $folder")
        victims.head.destroyForcibly()
        assertEquals(app.await(300), Some(0): Option[Int], s"exit code, $folder:\n${app.output.takeRight(4000)}")
        assertEquals(app.answer("total"), Some(KillJob.expected(8).toString): Option[String])
        assert(
          app.output.contains("Okibi: cached partitions were read"),
          "the line at the end of the application is there"
        )
        assert(
          app.output.contains("there is no configuration key spark.okibi.cache.polcy"),
          "a key that does not exist is named"
        )
        val logged = lines(logs)
        val own = logged.filter(_.contains("okibi.spark.observe.OkibiNodeSeries"))
        val beside = Files.list(observed).filter(_.getFileName.toString.endsWith(".okibi")).findFirst().get()
        assertEquals(
          Files.readAllLines(beside).size,
          logged.count(_.contains("okibi.spark.observe.Okibi")),
          "the file has what the log has"
        )
        val intervals = own
          .flatMap(series.findFirstMatchIn(_))
          .flatMap(found => SeriesCodec.decode(found.group(1)))
          .flatMap(_.intervals)
        assert(intervals.nonEmpty, s"the log has what the machine did, $logs")
        // Both executors are on this machine; had both told of it, it would be there twice. A length is of a clock that runs evenly, a start of one that may be set: they differ by milliseconds.
        assert(
          intervals.zip(intervals.drop(1)).forall { case (one, next) => next.startMs >= one.endMs - 50 },
          s"each second once: ${intervals.map(its => its.startMs -> its.lengthMs)}"
        )
        assert(
          own.map(_.length).sum <= math.max(LogBudget.least.toDouble, 0.02 * logged.map(_.length).sum),
          s"${own.map(_.length).sum} of ${logged.map(_.length).sum} bytes"
        )
      } finally cluster.close()
    }
  }
}
