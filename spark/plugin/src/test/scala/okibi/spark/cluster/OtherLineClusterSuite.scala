package okibi.spark.cluster

import java.net.URI
import java.nio.file.{FileSystems, Files, Path, Paths}

import okibi.core.reason.Reason

import scala.concurrent.duration._

/** The packaged jar on a Spark of another line: on a real cluster, by --jars only. */
class OtherLineClusterSuite extends munit.FunSuite {
  override val munitTimeout: Duration = 10.minutes

  private val jar = Paths.get(System.getProperty("okibi.jar"))

  /** A copy of the jar that says it is for Spark 9.9. `OtherRuntimeSuite` tests a jar for another Scala and a later Spark. */
  private def jarOfAnotherLine(copy: Path): Path = {
    Files.copy(jar, copy)
    val zip = FileSystems.newFileSystem(URI.create(s"jar:${copy.toUri}"), new java.util.HashMap[String, String])
    try {
      val file = zip.getPath("okibi/spark-line.properties")
      Files.write(file, Files.readString(file).replaceFirst("line=.*", "line=9.9").getBytes("UTF-8"))
    } finally zip.close()
    copy
  }

  /** Runs a job with jars that a folder of the test gets, checks the answer, and returns the only line of the output that
    * has the text.
    */
  private def lineOf(name: String, text: String)(jars: Path => Seq[Path]): String =
    TestCluster.within(name, workers = 1) { (cluster, folder) =>
      val app = cluster.submitJars(
        jars(folder),
        Nil,
        TestCluster.jarOf(Paths.get(System.getProperty("okibi.test.classes")), folder.resolve("app.jar")),
        name,
        "okibi.spark.cluster.KillJob",
        TestCluster.plugin,
        "MEMORY_AND_DISK",
        "1",
        folder.resolve("begun").toString
      )
      app.awaitSuccess()
      assertEquals(app.answer("total"), Some(KillJob.expected(1).toString): Option[String])
      val said = app.output.split('\n').filter(_.contains(text)).toSeq
      assertEquals(said.size, 1, said.mkString("\n"))
      said.head
    }

  test("the job runs as without Okibi, with one warning that names the reason") {
    val said =
      lineOf("other-line", " okibi: ")(folder => Seq(jarOfAnotherLine(folder.resolve("okibi-spark-9.9.jar"))))
    assert(
      said.contains(s"WARN okibi: Okibi steps aside (${Reason.UnknownSpark.code}): this jar is built for Spark 9.9"),
      said
    )
    assert(said.contains(s"this is Spark ${org.apache.spark.SPARK_VERSION} with Scala"), said)
    assert(said.contains(s" Use io.github.okibi:${jar.getFileName.toString.stripSuffix(".jar")}:"), said)
  }

  test("of two jars one is in force, and the start names the other") {
    val said = lineOf("two-jars", "Okibi is in two jars")(folder =>
      Seq(jar, Files.copy(jar, folder.resolve("okibi-spark-older.jar")))
    )
    assert(said.contains(s"the one in force is jar:file:$jar!"), said)
    assert(said.contains("remove the other") && said.contains("okibi-spark-older.jar"), said)
  }
}
