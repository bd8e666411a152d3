package okibi.spark.cluster

import java.nio.file.{Path, Paths}

import scala.concurrent.duration._

import okibi.spark.cluster.kinds.RecordKinds

/** The codec takes the same records whatever class loaders Okibi and the records come from. */
class KindsClusterSuite extends munit.FunSuite {
  override val munitTimeout: Duration = 10.minutes

  private val plugin = Paths.get(System.getProperty("okibi.jar"))
  private val job = "okibi.spark.cluster.KindsJob"

  /** The lines that an application prints if the codec takes all records that it can read back. Spark's serializer does
    * not look into a session's class loader, with Okibi or without: if only a session has the class, records that the
    * codec leaves to that serializer fail.
    */
  private def expected(isSession: Boolean): Seq[String] = {
    val all = RecordKinds.all ++ RecordKinds.sorted :+ RecordKinds.refused
    val sorted = if (util.Properties.versionNumberString.startsWith("2.12.")) RecordKinds.sorted else Nil
    (sorted :+ RecordKinds.refused).map { kind =>
      (if (isSession && kind.name.startsWith("case classes")) "failed: " else "left: ") + kind.name
    } :+ s"kinds: ${all.size}"
  }

  private def isKind(file: String): Boolean =
    file.startsWith("okibi/spark/cluster/kinds/") || file.contains("PluginMetrics")

  private def check(
      name: String
  )(submit: (TestCluster, Path, Path) => SubmittedApplication)(implicit loc: munit.Location): Unit =
    TestCluster.within("kinds", workers = 0) { (cluster, folder) =>
      val app = submit(cluster, cluster.jar("app.jar")(!isKind(_)), cluster.jar("kinds.jar")(isKind))
      app.awaitSuccess()
      val found = app.output
        .split('\n')
        .filter(line => Seq("left: ", "wrong: ", "failed: ", "kinds: ").exists(line.startsWith(_)))
        .toSeq
      assertEquals(
        found,
        expected(isSession = name == "session"),
        s"$name: kinds that the codec left to Spark's serializer, or that came back wrong; $folder"
      )
    }

  test("with Okibi by --jars the codec takes every kind of record") {
    check("--jars")((cluster, app, kinds) =>
      cluster.submitJars(Seq(plugin, kinds), Nil, app, "jars", job, TestCluster.plugin)
    )
  }

  test("with Okibi on the class path the codec takes the same records") {
    check("class path")((cluster, app, kinds) =>
      cluster.submitJars(Seq(kinds), Seq(plugin), app, "class-path", job, TestCluster.plugin)
    )
  }

  test("with Okibi by --jars the codec takes records of classes that a Connect session brought as artifacts") {
    check("session")((cluster, app, kinds) =>
      cluster.submitJars(Seq(plugin), Nil, app, "session", job, TestCluster.plugin, kinds.toString)
    )
  }
}
