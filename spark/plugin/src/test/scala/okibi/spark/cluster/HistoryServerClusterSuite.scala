package okibi.spark.cluster

import java.nio.file.{Files, Paths}

import scala.concurrent.duration._
import scala.util.Try

import okibi.core.kit.WaitUntil
import okibi.spark.kit.WebPage

/** A real History Server, with and without Okibi's jar, over the log of an application that ran with the plugin. */
class HistoryServerClusterSuite extends munit.FunSuite {
  override val munitTimeout: Duration = 10.minutes

  /** The id of the only application that the server knows. */
  private def application(server: String): String = {
    val id = "\"id\" : \"([^\"]+)\"".r
    def known: Option[String] =
      Try(WebPage.read(s"$server/api/v1/applications")).toOption.flatMap(id.findFirstMatchIn(_)).map(_.group(1))
    WaitUntil(s"$server knows the application", 120)(known.isDefined)
    known.get
  }

  test("the tab is there with the jar, and Spark's own pages are unchanged without it") {
    TestCluster.within("history", workers = 1) { (cluster, folder) =>
      val logs = Files.createDirectory(folder.resolve("events"))
      val conf = TestCluster.plugin ++ Map(
        "spark.eventLog.enabled" -> "true",
        "spark.eventLog.dir" -> logs.toUri.toString,
        "spark.eventLog.logBlockUpdates.enabled" -> "true"
      )
      val begun = folder.resolve("begun").toString
      cluster.submit("app", "okibi.spark.cluster.KillJob", conf, "MEMORY_AND_DISK", "4", begun).awaitSuccess()

      val without = cluster.history("history-without", logs)
      val id = application(without)
      assert(WebPage.read(s"$without/history/$id/jobs/").contains("Completed Jobs"), "jobs are shown")
      assert(!WebPage.read(s"$without/history/$id/stages/").contains("/okibi/"), "there is no tab")
      assert(!WebPage.read(s"$without/history/$id/okibi/").contains("okibi-verdict"), "nor its page")

      val withJar = cluster.history("history-with", logs, Paths.get(System.getProperty("okibi.jar")))
      assertEquals(application(withJar), id)
      assert(
        WebPage.read(s"$withJar/history/$id/stages/").contains(s"/history/$id/okibi/"),
        "Spark's own pages link to the tab"
      )
      val tab = WebPage.read(s"$withJar/history/$id/okibi/")
      assert(tab.contains("okibi-verdict"), tab)
      assert(!tab.contains("So far"), "the application has ended")
      assert(tab.contains("MEMORY_AND_DISK: 24 of 24 partitions were stored"), tab)
    }
  }
}
