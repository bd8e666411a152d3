package okibi.spark.cluster

import java.nio.file.{Files, Path, Paths}

import scala.concurrent.duration._

import okibi.spark.Waiting

/** Cached tables on a real cluster: the plugin by --jars only, and an executor that is killed. */
class TableClusterSuite extends munit.FunSuite {
  override val munitTimeout: Duration = 10.minutes

  private def filesUnder(folder: Path): Seq[String] =
    if (!Files.exists(folder)) Nil
    else {
      val walk = Files.walk(folder)
      try walk.filter(Files.isRegularFile(_)).toArray.map(_.toString).toSeq finally walk.close()
    }

  test("SQL with --jars only, an executor killed (-9): right answers, and no file is left") {
    val path = Paths.get(System.getProperty("okibi.work"))
    Files.createDirectories(path)
    val folder = Files.createTempDirectory(path, "tables")
    val cluster = new TestCluster(folder, workers = 2)
    try {
      val begun = folder.resolve("begun")
      val app = cluster.submit("tables", "okibi.spark.cluster.TableJob", Map("spark.plugins" -> "okibi.spark.OkibiPlugin"), "6", begun.toString)
      Waiting.until(s"the first round ($folder)", 180)(Files.exists(begun) || !app.isRunning)
      val victims = cluster.executors
      assert(victims.nonEmpty, s"no executor was found, $folder:\n${app.output.takeRight(4000)}")
      victims.head.destroyForcibly()
      assertEquals(app.await(300), Some(0): Option[Int], s"exit code, $folder:\n${app.output.takeRight(4000)}")
      assertEquals(app.answer("total"), Some(TableJob.expected(6).toString): Option[String])
      assert(app.answer("plan").exists(_.contains("PartitionsRead: 1 of 40")), app.answer("plan").toString)
      assert(!app.output.contains("steps aside"), app.output.linesIterator.filter(_.contains("steps aside")).mkString("\n"))
    } finally cluster.close()
    assert(Files.exists(folder.resolve("local")), "executors have their directories here")
    assertEquals(filesUnder(folder.resolve("local")).filter(_.contains("blockmgr")), Nil)
  }
}
