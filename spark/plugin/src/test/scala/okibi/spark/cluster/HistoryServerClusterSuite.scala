package okibi.spark.cluster

import java.net.URL
import java.nio.file.{Files, Path, Paths}

import scala.concurrent.duration._
import scala.io.Source
import scala.util.Try

import okibi.spark.Waiting

/** A real History Server, with and without our jar, on the log of an application that ran with the plugin. */
class HistoryServerClusterSuite extends munit.FunSuite {
  override val munitTimeout: Duration = 10.minutes

  private def work(): Path = {
    val path = Paths.get(System.getProperty("okibi.work"))
    Files.createDirectories(path)
    Files.createTempDirectory(path, "history")
  }

  private def page(url: String): String = {
    val in = Source.fromInputStream(new URL(url).openStream(), "UTF-8")
    try in.mkString
    finally in.close()
  }

  /** The one application that it knows of. */
  private def application(server: String): String = {
    val id = "\"id\" : \"([^\"]+)\"".r
    def known: Option[String] =
      Try(page(s"$server/api/v1/applications")).toOption.flatMap(id.findFirstMatchIn(_)).map(_.group(1))
    Waiting.until(s"$server knows the application", 120)(known.isDefined)
    known.get
  }

  test("the tab is there with the jar, and Spark's own pages are as ever without it") {
    val folder = work()
    val cluster = new TestCluster(folder, workers = 1)
    try {
      val logs = Files.createDirectory(folder.resolve("events"))
      val conf = Map(
        "spark.plugins" -> "okibi.spark.OkibiPlugin",
        "spark.eventLog.enabled" -> "true",
        "spark.eventLog.dir" -> logs.toUri.toString,
        "spark.eventLog.logBlockUpdates.enabled" -> "true"
      )
      val app = cluster.submit(
        "app",
        "okibi.spark.cluster.KillJob",
        conf,
        "MEMORY_AND_DISK",
        "4",
        folder.resolve("begun").toString
      )
      assertEquals(app.await(300), Some(0): Option[Int], app.output.takeRight(4000))

      val without = cluster.history("history-without", logs)
      val id = application(without)
      assert(page(s"$without/history/$id/jobs/").contains("Completed Jobs"), "jobs are shown")
      assert(!page(s"$without/history/$id/stages/").contains("/okibi/"), "there is no tab")
      assert(!page(s"$without/history/$id/okibi/").contains("okibi-verdict"), "nor its page")

      val withJar = cluster.history("history-with", logs, Paths.get(System.getProperty("okibi.jar")))
      assertEquals(application(withJar), id)
      assert(
        page(s"$withJar/history/$id/stages/").contains(s"/history/$id/okibi/"),
        "Spark's own pages link to the tab"
      )
      val tab = page(s"$withJar/history/$id/okibi/")
      assert(tab.contains("okibi-verdict"), tab)
      assert(!tab.contains("So far"), "the application has ended")
      assert(tab.contains("MEMORY_AND_DISK: 24 of 24 partitions were stored"), tab)
    } finally cluster.close()
  }
}
