package okibi.spark.cluster

import java.nio.file.Files

import scala.concurrent.duration._

import okibi.core.kit.WaitUntil

/** Indexed RDDs on a real cluster: the plugin, and with it the classes of filters, comes by --jars only. */
class IndexClusterSuite extends munit.FunSuite {
  override val munitTimeout: Duration = 10.minutes

  private def run(level: String, settings: (String, String)*)(check: SubmittedApplication => Unit): Unit =
    TestCluster.within("index", workers = 2) { (cluster, folder) =>
      val (filled, killed) = (folder.resolve("filled"), folder.resolve("killed"))
      val app = cluster.submit(
        "index",
        "okibi.spark.cluster.IndexJob",
        TestCluster.plugin ++ settings,
        level,
        filled.toString,
        killed.toString
      )
      WaitUntil(s"the cache is filled ($folder)", 180)(Files.exists(filled) || !app.isRunning)
      cluster.executors.headOption.foreach(_.destroyForcibly())
      Files.write(killed, Array[Byte](1))
      app.awaitSuccess()
      Seq("lookups", "after", "again").foreach(round =>
        assertEquals(app.answer(round), Some(IndexJob.found): Option[String], round)
      )
      check(app)
    }

  test("filters come to the driver, prune there, and outlive an executor that is killed (-9)") {
    run("MEMORY_AND_DISK") { app =>
      IndexJob.answers.foreach { case (key, value) => assertEquals(app.answer(key), Some(value): Option[String], key) }
      // 40 lookups, each in one of 40 partitions.
      assert(app.answer("pruned").exists(_.toInt >= 40 * 39 - 2), app.answer("pruned").toString)
    }
  }

  test("filters that stay with executors prune there, and answers are the same without them") {
    run("MEMORY_ONLY", "spark.okibi.index.driverMemory" -> "0") { app =>
      assertEquals(app.answer("pruned"), Some("0"): Option[String])
      assertEquals(app.answer("joined"), IndexJob.answers.get("joined"))
    }
  }
}
