package okibi.spark.cluster

import java.nio.file.{Files, Path, Paths}

import scala.concurrent.duration._

import okibi.spark.Waiting

/** A real cluster: a master and two workers, the plugin by --jars only. */
class StandaloneClusterSuite extends munit.FunSuite {
  override val munitTimeout: Duration = 10.minutes

  private def work(name: String): Path = {
    val path = Paths.get(System.getProperty("okibi.work"))
    Files.createDirectories(path)
    Files.createTempDirectory(path, name)
  }

  private val plugin = Map("spark.plugins" -> "okibi.spark.OkibiPlugin", "spark.okibi.cache.polcy" -> "lru")

  Seq("MEMORY_AND_DISK", "MEMORY_ONLY_2").foreach { level =>
    test(s"an executor is killed (-9) in the middle of a job over $level: right answer") {
      val folder = work(level)
      val cluster = new TestCluster(folder, workers = 2)
      try {
        val begun = folder.resolve("begun")
        val app = cluster.submit(s"kill-$level", "okibi.spark.cluster.KillJob", plugin, level, "8", begun.toString)
        Waiting.until(s"the first round ($folder)", 180)(Files.exists(begun) || !app.isRunning)
        val victims = cluster.executors
        assert(victims.nonEmpty, s"no executor was found, $folder")
        victims.head.destroyForcibly()
        assertEquals(app.await(300), Some(0): Option[Int], s"exit code, $folder:\n${app.output.takeRight(4000)}")
        assertEquals(app.answer("total"), Some(KillJob.expected(8).toString): Option[String])
        assert(app.output.contains("Okibi: cached partitions were read"), "the line at the end of the application is there")
        assert(app.output.contains("there is no configuration key spark.okibi.cache.polcy"), "a key that does not exist is named")
      } finally cluster.close()
    }
  }
}
