package okibi.spark.cluster

import java.nio.file.{Files, Paths}

import scala.concurrent.duration._

import okibi.spark.Waiting

/** Indexed RDDs on a real cluster: the plugin, and with it the classes of filters, by --jars only. */
class IndexClusterSuite extends munit.FunSuite {
  override val munitTimeout: Duration = 10.minutes

  private def run(level: String, settings: (String, String)*)(check: Submitted => Unit): Unit = {
    val work = Files.createDirectories(Paths.get(System.getProperty("okibi.work")))
    val folder = Files.createTempDirectory(work, "index")
    val cluster = new TestCluster(folder, workers = 2)
    try {
      val (filled, killed) = (folder.resolve("filled"), folder.resolve("killed"))
      val app = cluster.submit(
        "index",
        "okibi.spark.cluster.IndexJob",
        Map("spark.plugins" -> "okibi.spark.OkibiPlugin") ++ settings,
        level,
        filled.toString,
        killed.toString
      )
      Waiting.until(s"the cache's filling ($folder)", 180)(Files.exists(filled) || !app.isRunning)
      cluster.executors.headOption.foreach(_.destroyForcibly())
      Files.write(killed, Array[Byte](1))
      assertEquals(app.await(300), Some(0): Option[Int], s"exit code, $folder:\n${app.output.takeRight(4000)}")
      Seq("lookups", "after", "again").foreach(round =>
        assertEquals(app.answer(round), Some(IndexJob.found): Option[String], round)
      )
      check(app)
    } finally cluster.close()
  }

  test("filters come to the driver, prune, and outlive an executor that is killed (-9)") {
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
