package okibi.spark.cluster

import java.io.File
import java.nio.file.{Files, Paths}

import scala.concurrent.duration._

import okibi.spark.Waiting

/** Cached tables on a real cluster: the plugin by --jars only, and an executor that is killed. */
class TableClusterSuite extends munit.FunSuite {
  override val munitTimeout: Duration = 10.minutes

  /** Also while others delete them: a folder that is gone lists nothing. */
  private def filesUnder(folder: File): Seq[File] =
    Option(folder.listFiles()).toSeq.flatten.flatMap(file => if (file.isDirectory) filesUnder(file) else Seq(file))

  test("SQL with --jars only, an executor killed (-9): right answers, and no file is left") {
    val path = Paths.get(System.getProperty("okibi.work"))
    Files.createDirectories(path)
    val folder = Files.createTempDirectory(path, "tables")
    val cluster = new TestCluster(folder, workers = 2)
    try {
      val begun = folder.resolve("begun")
      val app = cluster.submit(
        "tables",
        "okibi.spark.cluster.TableJob",
        Map("spark.plugins" -> "okibi.spark.OkibiPlugin"),
        "6",
        begun.toString
      )
      Waiting.until(s"the first round ($folder)", 180)(Files.exists(begun) || !app.isRunning)
      val victims = cluster.executors
      assert(victims.nonEmpty, s"no executor was found, $folder:\n${app.output.takeRight(4000)}")
      victims.head.destroyForcibly()
      assertEquals(app.await(300), Some(0): Option[Int], s"exit code, $folder:\n${app.output.takeRight(4000)}")
      assertEquals(app.answer("total"), Some(TableJob.expected(6).toString): Option[String])
      assert(app.answer("plan").exists(_.contains("PartitionsRead: 1 of 40")), app.answer("plan").toString)
      assertEquals(app.answer("sorted"), Some((0 until 1000).count(_ % 7 == 3).toString): Option[String])
      val compiled = app.answer("compiled").fold(Long.MaxValue)(_.toLong)
      assert(
        compiled < TableJob.queries * 3 / 2,
        s"${TableJob.queries} queries were compiled $compiled times in one JVM"
      )
      assert(
        !app.output.contains("steps aside"),
        app.output.linesIterator.filter(_.contains("steps aside")).mkString("\n")
      )
      // Executors outlive the application for a moment, and what a killed one left is the worker's to delete then.
      def left = filesUnder(folder.resolve("local").toFile).filter(_.getPath.contains("blockmgr"))
      assert(Files.exists(folder.resolve("local")), "executors have their directories here")
      Waiting.until(s"the end of every file of a block, $folder: ${left.take(5).mkString(", ")}", 60)(left.isEmpty)
    } finally cluster.close()
  }

  test("map tasks that run again, because an executor is lost, deal the same rows out") {
    val path = Files.createDirectories(Paths.get(System.getProperty("okibi.work")))
    val folder = Files.createTempDirectory(path, "retry")
    val cluster = new TestCluster(folder, workers = 2)
    try {
      val app = cluster.submit(
        "retry",
        "okibi.spark.cluster.RetryJob",
        Map("spark.plugins" -> "okibi.spark.OkibiPlugin"),
        folder.toString
      )
      assertEquals(app.await(300), Some(0): Option[Int], s"exit code, $folder:\n${app.output.takeRight(4000)}")
      Seq(true, false).foreach(adaptive =>
        assertEquals(app.answer(s"rows-$adaptive"), Some(RetryJob.expected): Option[String], folder.toString)
      )
    } finally cluster.close()
  }
}
