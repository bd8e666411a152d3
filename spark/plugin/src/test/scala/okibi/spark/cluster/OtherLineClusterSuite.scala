package okibi.spark.cluster

import java.net.URI
import java.nio.file.{FileSystems, Files, Path, Paths}

import okibi.core.reason.Reason

import scala.concurrent.duration._

/** The packaged jar on a Spark of another line: on a real cluster, by --jars only. */
class OtherLineClusterSuite extends munit.FunSuite {
  override val munitTimeout: Duration = 10.minutes

  private val jar = Paths.get(System.getProperty("okibi.jar"))

  /** A copy of the jar that says it is for Spark 9.9. `OtherScalaSuite` tests a jar for another Scala. */
  private def jarOfAnotherLine(copy: Path): Path = {
    Files.copy(jar, copy)
    val zip = FileSystems.newFileSystem(URI.create(s"jar:${copy.toUri}"), new java.util.HashMap[String, String])
    try {
      val file = zip.getPath("okibi/spark-line.properties")
      Files.write(file, Files.readString(file).replaceFirst("line=.*", "line=9.9").getBytes("UTF-8"))
    } finally zip.close()
    copy
  }

  test("the job runs as without Okibi, with one warning that names the reason") {
    TestCluster.within("other-line", workers = 1) { (cluster, folder) =>
      val app = cluster.submitWith(
        jarOfAnotherLine(folder.resolve("okibi-spark-9.9.jar")),
        "other-line",
        "okibi.spark.cluster.KillJob",
        TestCluster.plugin,
        "MEMORY_AND_DISK",
        "1",
        folder.resolve("begun").toString
      )
      app.awaitSuccess()
      assertEquals(app.answer("total"), Some(KillJob.expected(1).toString): Option[String])
      val said = app.output.split('\n').filter(_.contains(" okibi: ")).toSeq
      assertEquals(said.size, 1, said.mkString("\n"))
      assert(
        said.head.contains(
          s"WARN okibi: Okibi steps aside (${Reason.UnknownSpark.code}): this jar is built for Spark 9.9"
        ),
        said.head
      )
      assert(said.head.contains(s"this is Spark ${org.apache.spark.SPARK_VERSION} with Scala"), said.head)
      assert(said.head.contains(s" Use io.github.okibi:${jar.getFileName.toString.stripSuffix(".jar")}:"), said.head)
    }
  }

  test("of two jars one is in force, and the start names the other") {
    TestCluster.within("two-jars", workers = 1) { (cluster, folder) =>
      val other = Files.copy(jar, folder.resolve("okibi-spark-older.jar"))
      val app = cluster.submitJars(
        Seq(jar, other),
        Nil,
        TestCluster.jarOf(Paths.get(System.getProperty("okibi.test.classes")), folder.resolve("app.jar")),
        "two-jars",
        "okibi.spark.cluster.KillJob",
        TestCluster.plugin,
        "MEMORY_AND_DISK",
        "1",
        folder.resolve("begun").toString
      )
      app.awaitSuccess()
      assertEquals(app.answer("total"), Some(KillJob.expected(1).toString): Option[String])
      val said = app.output.split('\n').filter(_.contains("Okibi is in two jars")).toSeq
      assertEquals(said.size, 1, said.mkString("\n"))
      assert(said.head.contains(s"the one in force is jar:file:$jar!"), said.head)
      assert(said.head.contains("remove the other") && said.head.contains("okibi-spark-older.jar"), said.head)
    }
  }
}
