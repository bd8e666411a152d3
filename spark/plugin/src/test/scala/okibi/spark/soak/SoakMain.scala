package okibi.spark.soak

import java.nio.file.{Files, Path}

import okibi.spark.kit.FileTree
import okibi.spark.tables.LocalSession

import org.apache.spark.sql.SparkSession

/** `dev/soak`: rounds of jobs for hours, half of the time in one application, half in applications of this JVM one after
  * another. What the JVM holds between rounds must not grow.
  */
object SoakMain {

  /** @param args `okibi` or `stock`, and the hours */
  def main(args: Array[String]): Unit = {
    val (plugin, hours) = (args(0) == "okibi", args(1).toDouble)
    val folder = Files.createTempDirectory("soak")
    val isGood =
      try
        Seq[(String, (Boolean, Double, Path) => SoakSeries)](
          "one application" -> oneApplication _,
          "applications one after another" -> manyApplications _
        ).map { case (title, run) =>
          val series = run(plugin, hours / 2, folder)
          print(series.table(title))
          series.isGood
        }
      finally FileTree.delete(folder)
    if (isGood.contains(false)) sys.exit(1)
  }

  private def settings(folder: Path): Seq[(String, String)] = Seq(
    "spark.eventLog.enabled" -> "true",
    "spark.eventLog.dir" -> Files.createDirectories(folder.resolve("logs")).toUri.toString,
    "spark.sql.warehouse.dir" -> folder.resolve("warehouse").toString,
    "spark.sql.shuffle.partitions" -> "4",
    "spark.cleaner.referenceTracking.cleanCheckpoints" -> "true"
  ) ++ retained

  /** What Spark keeps of ended jobs for its pages is full after a few rounds. */
  private val retained: Seq[(String, String)] = Seq(
    "spark.ui.retainedJobs",
    "spark.ui.retainedStages",
    "spark.ui.retainedTasks",
    "spark.ui.retainedDeadExecutors",
    "spark.sql.ui.retainedExecutions",
    "spark.sql.streaming.ui.retainedQueries"
  ).map(_ -> "20")

  private def within[T](plugin: Boolean, folder: Path)(work: SparkSession => T): T =
    LocalSession.within(storageMb = 30, plugin, settings(folder): _*)((session, _) => work(session))

  private def oneApplication(plugin: Boolean, hours: Double, folder: Path): SoakSeries =
    within(plugin, folder) { session =>
      val round = new SoakRound(session, folder)
      SoakSeries.of(hours, folder.resolve("logs"))(round.run)
    }

  /** A round are several applications, and a pause. Spark's threads for broadcasts belong to no application, inherit the
    * session of the query that started them, and end a minute after their last work: until then they hold that session,
    * and the application's context. How many they hold depends on how many applications a minute has.
    */
  private def manyApplications(plugin: Boolean, hours: Double, folder: Path): SoakSeries =
    SoakSeries.of(hours, folder.resolve("logs")) { number =>
      val wrong = (0 until applicationsOfRound).flatMap { i =>
        within(plugin, folder)(session => new SoakRound(session, folder).run(number * applicationsOfRound + i))
      }
      Thread.sleep(threadsEndMs)
      wrong
    }

  private val applicationsOfRound = 10
  private val threadsEndMs = 65000L
}
