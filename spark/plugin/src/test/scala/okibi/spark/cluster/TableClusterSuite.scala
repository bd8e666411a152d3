package okibi.spark.cluster

import java.io.File
import java.nio.file.Files

import scala.concurrent.duration._

import okibi.core.kit.WaitUntil

/** Cached tables on a real cluster: the plugin comes by --jars only, and an executor is killed. */
class TableClusterSuite extends munit.FunSuite {
  override val munitTimeout: Duration = 10.minutes

  /** Files in a folder and below, also while others delete them: a folder that is gone lists nothing. */
  private def filesUnder(folder: File): Seq[File] =
    Option(folder.listFiles()).toSeq.flatten.flatMap(file => if (file.isDirectory) filesUnder(file) else Seq(file))

  test("SQL with --jars only gives the right answers when an executor is killed (-9), and leaves no file") {
    TestCluster.within("tables", workers = 2) { (cluster, folder) =>
      val begun = folder.resolve("begun")
      val app =
        cluster.submit("tables", "okibi.spark.cluster.TableJob", TestCluster.plugin, "6", begun.toString)
      WaitUntil(s"the first round ($folder)", 180)(Files.exists(begun) || !app.isRunning)
      val victims = cluster.executors
      assert(victims.nonEmpty, s"no executor was found, $folder:\n${app.output.takeRight(4000)}")
      victims.head.destroyForcibly()
      app.awaitSuccess()
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
      // Executors outlive the application for a moment. Their worker deletes the files of a killed executor after that.
      def left = filesUnder(folder.resolve("local").toFile).filter(_.getPath.contains("blockmgr"))
      assert(Files.exists(folder.resolve("local")), "executors have their directories here")
      WaitUntil(s"the end of every file of a block, $folder: ${left.take(5).mkString(", ")}", 60)(left.isEmpty)
    }
  }

  test("map tasks that run again, because an executor is lost, deal out the same rows") {
    TestCluster.within("retry", workers = 2) { (cluster, folder) =>
      val app = cluster.submit("retry", "okibi.spark.cluster.RetryJob", TestCluster.plugin, folder.toString)
      app.awaitSuccess()
      Seq(true, false).foreach(adaptive =>
        assertEquals(app.answer(s"rows-$adaptive"), Some(RetryJob.expected): Option[String], folder.toString)
      )
    }
  }
}
