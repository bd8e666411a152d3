package okibi.spark.faults

import java.nio.file.{Files, Path}

import scala.util.{Random, Try}

import okibi.spark.cluster.{SubmittedApplication, TestCluster}
import okibi.core.kit.WaitUntil
import okibi.spark.kit.FileTree

/** `dev/faults`: each fault in turn, on a cluster of three workers of its own. Prints a table, and ends with 1 when an
  * answer was wrong, when no round was right, or when something was left behind.
  */
object FaultsMain {

  /** @param args `okibi` or `stock`, the seed, and the beginnings of the wanted faults' names; without them, all */
  def main(args: Array[String]): Unit = {
    val (withOkibi, random, names) = (args(0) == "okibi", new Random(args(1).toLong), args.drop(2).toSeq)
    val wanted = Faults.all.filter(fault => names.isEmpty || names.exists(fault.name.startsWith(_)))
    if (wanted.isEmpty) {
      println(s"dev/faults: ${names.mkString(", ")}: no such fault. Allowed: ${Faults.all.map(_.name).mkString("; ")}.")
      sys.exit(2)
    }
    println("| fault | times | rounds right | rounds that failed | wrong | left behind |")
    println("|---|--:|--:|--:|--:|---|")
    val isGood = wanted.map { fault =>
      val seen =
        if (fault.endsDriver) killedDrivers(fault, withOkibi, random)
        else during(fault, withOkibi, random)
      println(seen.row(fault))
      (seen.wrong ++ seen.failed.distinct).foreach(said => println(s"  $said"))
      seen.isGood
    }
    if (isGood.contains(false)) sys.exit(1)
  }

  /** What a fault led to.
    *
    * @param left files and processes that are there after the application's end
    */
  private final case class Seen(right: Int, failed: Seq[String], wrong: Seq[String], left: Seq[String]) {
    def isGood: Boolean = right > 0 && wrong.isEmpty && left.isEmpty

    def row(fault: Fault): String =
      s"| ${fault.name} | ${fault.times} | $right | ${failed.size} | ${wrong.size} | " +
        s"${if (left.isEmpty) "nothing" else left.mkString(", ")} |"
  }

  private val settings = Map(
    "spark.executor.memory" -> "500m",
    // Little storage, so that blocks go to disk and come back.
    "spark.memory.fraction" -> "0.15",
    "spark.sql.shuffle.partitions" -> "6",
    "spark.sql.autoBroadcastJoinThreshold" -> "-1",
    // The faults never give up, so the application must not.
    "spark.task.maxFailures" -> "1000",
    "spark.stage.maxConsecutiveAttempts" -> "1000"
  )

  private def within[T](fault: Fault, withOkibi: Boolean)(
      body: (TestCluster, () => (SubmittedApplication, Path)) => T
  ): T =
    TestCluster.within("faults", workers = 3) { (cluster, folder) =>
      Files.createDirectories(cluster.local)
      fault.diskMb.foreach { mb =>
        val mount = new ProcessBuilder("mount", "-t", "tmpfs", "-o", s"size=${mb}m", "tmpfs", cluster.local.toString)
        if (mount.inheritIO().start().waitFor() != 0)
          throw new IllegalStateException(
            s"${fault.name}: no file system of its own; run it in a mount namespace as dev/faults does."
          )
      }
      def submit(): (SubmittedApplication, Path) = {
        val end = Files.createTempFile(folder, "end", "")
        Files.delete(end)
        val conf = settings ++ fault.settings ++ (if (withOkibi) TestCluster.plugin else Map.empty)
        val app =
          cluster.submit(end.getFileName.toString, "okibi.spark.faults.FaultJob", conf, end.toString +: fault.args: _*)
        WaitUntil(s"the first round of $folder/$end", 240)(rounds(app).nonEmpty || !app.isRunning)
        (app, end)
      }
      body(cluster, () => submit())
    }

  private def rounds(app: SubmittedApplication): Seq[String] =
    app.output.linesIterator.filter(_.startsWith("round=")).map(_.drop("round=".length)).toSeq

  private def seen(rounds: Seq[String], left: Seq[String]): Seen = Seen(
    rounds.count(_ == "right"),
    rounds.filter(_.startsWith("failed")),
    rounds.filter(_.startsWith("wrong")),
    left
  )

  private def during(fault: Fault, withOkibi: Boolean, random: Random): Seen = within(fault, withOkibi) {
    (cluster, submit) =>
      val (app, end) = submit()
      val scene = new Scene(cluster, app, random)
      (1 to fault.times).foreach(_ => if (app.isRunning) fault.happens(scene))
      val before = rounds(app).size
      // One whole round after the last fault.
      WaitUntil("two rounds after the last fault", 300)(rounds(app).size >= before + 2 || !app.isRunning)
      Files.createFile(end)
      val ended = Try(app.awaitSuccess()).failed.toOption.map(error => s"wrong end: ${error.getMessage.take(300)}")
      seen(rounds(app) ++ ended, leftBehind(cluster))
  }

  /** Drivers that are killed leave their own folder behind, with Spark alone too: executors must not. */
  private def killedDrivers(fault: Fault, withOkibi: Boolean, random: Random): Seen = within(fault, withOkibi) {
    (cluster, submit) =>
      val all = (1 to fault.times).map { _ =>
        val (app, _) = submit()
        val own = ownFolders(cluster)
        val scene = new Scene(cluster, app, random)
        scene.pause(500, 5000)
        fault.happens(scene)
        own.foreach(folder => scene.run("rm", "-rf", folder.toString))
        seen(rounds(app), leftBehind(cluster))
      }
      Seen(all.map(_.right).sum, all.flatMap(_.failed), all.flatMap(_.wrong), all.flatMap(_.left))
  }

  /** Folders of the driver: those of executors are in a folder of their worker's. */
  private def ownFolders(cluster: TestCluster): Seq[Path] =
    Option(cluster.local.toFile.listFiles).toSeq.flatten
      .map(_.toPath)
      .filter(folder =>
        folder.getFileName.toString
          .startsWith("blockmgr-") || !FileTree.below(folder).exists(_.toString.contains("executor-"))
      )

  private def leftBehind(cluster: TestCluster): Seq[String] = {
    def files: Seq[Path] = FileTree.files(cluster.local)
    Try(WaitUntil("the end of executors and files", 40)(cluster.executors.isEmpty && files.isEmpty))
    cluster.executors.map(process => s"executor ${process.pid}") ++ files.take(5).map(_.toString)
  }
}
