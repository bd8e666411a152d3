package okibi.spark.cluster

import java.nio.file.{Files, Path}

import scala.concurrent.duration._

import okibi.core.observe.SeriesCodec
import okibi.core.kit.WaitUntil
import okibi.spark.observe.LogBudget

/** A real cluster: a master and two workers; the plugin comes by --jars only. */
class StandaloneClusterSuite extends munit.FunSuite {
  override val munitTimeout: Duration = 10.minutes

  private def eventLog(folder: Path): Map[String, String] = Map(
    "spark.eventLog.enabled" -> "true",
    "spark.eventLog.dir" -> folder.toUri.toString,
    "spark.eventLog.compress" -> "false",
    "spark.eventLog.rolling.enabled" -> "false"
  )

  /** The lines of the only log in a folder. */
  private def lines(logs: Path): Seq[String] = {
    val files = Files.list(logs)
    val file =
      try files.findFirst().get()
      finally files.close()
    new String(Files.readAllBytes(file), "UTF-8").split('\n').toSeq
  }

  private val series = "\"series\":\"([^\"]+)\"".r

  Seq("MEMORY_AND_DISK", "MEMORY_ONLY_2").foreach { level =>
    test(s"a job over $level gives the right answer when an executor is killed (-9) in the middle of it") {
      TestCluster.within(level, workers = 2) { (cluster, folder) =>
        val begun = folder.resolve("begun")
        val logs = Files.createDirectory(folder.resolve("events"))
        val observed = folder.resolve("observed")
        val app = cluster.submit(
          s"kill-$level",
          "okibi.spark.cluster.KillJob",
          TestCluster.plugin ++ eventLog(logs) ++
            Map("spark.okibi.cache.polcy" -> "lru", "spark.okibi.observe.dir" -> observed.toUri.toString),
          level,
          "8",
          begun.toString
        )
        WaitUntil(s"the first round ($folder)", 180)(Files.exists(begun) || !app.isRunning)
        val victims = cluster.executors
        assert(victims.nonEmpty, s"no executor was found, $folder")
        victims.head.destroyForcibly()
        app.awaitSuccess()
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
        val nodeEvents = logged.filter(_.contains("okibi.spark.observe.OkibiNodeSeries"))
        val beside = Files.list(observed).filter(_.getFileName.toString.endsWith(".okibi")).findFirst().get()
        assertEquals(
          Files.readAllLines(beside).size,
          logged.count(_.contains("okibi.spark.observe.Okibi")),
          "the file has what the log has"
        )
        val intervals = nodeEvents
          .flatMap(series.findFirstMatchIn(_))
          .flatMap(found => SeriesCodec.decode(found.group(1)))
          .flatMap(_.intervals)
        assert(intervals.nonEmpty, s"the log has the activity of the machine, $logs")
        // Both executors are on this machine; if both reported it, each second would be there twice. A length comes
        // from a clock that runs evenly, a start from a clock that may be set: the two differ by milliseconds.
        assert(
          intervals.zip(intervals.drop(1)).forall { case (one, next) => next.startMs >= one.endMs - 50 },
          s"each second once: ${intervals.map(interval => interval.startMs -> interval.lengthMs)}"
        )
        assert(
          nodeEvents.map(_.length).sum <= math.max(LogBudget.leastBytes.toDouble, 0.02 * logged.map(_.length).sum),
          s"${nodeEvents.map(_.length).sum} of ${logged.map(_.length).sum} bytes"
        )
      }
    }
  }
}
