package okibi.spark.cluster

import java.net.URI
import java.nio.file.{FileSystems, Files, Path, Paths}

import okibi.core.reason.Reason

import scala.concurrent.duration._

/** The packaged jar on a Spark of another line: on a real cluster, by --jars only. */
class OtherLineClusterSuite extends munit.FunSuite {
  override val munitTimeout: Duration = 10.minutes

  /** A copy of the jar that says it is for Spark 9.9. `OtherScalaSuite` tests a jar for another Scala. */
  private def jarOfAnotherLine(copy: Path): Path = {
    Files.copy(Paths.get(System.getProperty("okibi.jar")), copy)
    val zip = FileSystems.newFileSystem(URI.create(s"jar:${copy.toUri}"), new java.util.HashMap[String, String])
    try
      Files.write(
        zip.getPath("okibi/spark-line.properties"),
        s"line=9.9\nscala=${System.getProperty("okibi.scala.binary")}\n".getBytes("UTF-8")
      )
    finally zip.close()
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
    }
  }
}
