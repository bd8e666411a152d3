package okibi.spark.cluster

import java.nio.file.{Files, Path, Paths}

import scala.concurrent.duration._

import okibi.spark.cluster.kinds.Kinds

/** Which records the codec takes must not depend on which class loaders Okibi and the records come by. */
class KindsClusterSuite extends munit.FunSuite {
  override val munitTimeout: Duration = 10.minutes

  private val plugin = Paths.get(System.getProperty("okibi.jar"))
  private val conf = Map("spark.plugins" -> "okibi.spark.OkibiPlugin")

  /** What an application finds when the codec takes all that it can read back. What is left to Spark's serializer fails with it when only a
    * session knows the class: that serializer does not look there, with Okibi or without.
    */
  private def expected(isSession: Boolean): Seq[String] = {
    val all = Kinds.all ++ Kinds.sorted :+ Kinds.refused
    val left = (if (util.Properties.versionNumberString.startsWith("2.12.")) Kinds.sorted else Nil) :+ Kinds.refused
    left.map(kind =>
      (if (isSession && kind.name.startsWith("case classes")) "failed: " else "left: ") + kind.name
    ) :+ s"kinds: ${all.size}"
  }

  private def isKind(file: String): Boolean =
    file.startsWith("okibi/spark/cluster/kinds/") || file.contains("PluginMetrics")

  private def check(
      name: String
  )(submit: (TestCluster, Path, Path) => Submitted)(implicit loc: munit.Location): Unit = {
    val folder =
      Files.createTempDirectory(Files.createDirectories(Paths.get(System.getProperty("okibi.work"))), "kinds")
    val cluster = new TestCluster(folder, workers = 0)
    try {
      val app = submit(cluster, cluster.jar("app.jar")(!isKind(_)), cluster.jar("kinds.jar")(isKind))
      assertEquals(app.await(300), Some(0): Option[Int], s"exit code, $folder:\n${app.output.takeRight(4000)}")
      val found = app.output
        .split('\n')
        .filter(line => Seq("left: ", "wrong: ", "failed: ", "kinds: ").exists(line.startsWith(_)))
        .toSeq
      assertEquals(
        found,
        expected(isSession = name == "session"),
        s"$name: kinds that the codec left to Spark's serializer, or that came back wrong; $folder"
      )
    } finally cluster.close()
  }

  test("with Okibi by --jars the codec takes every kind of records") {
    check("--jars")((cluster, app, kinds) =>
      cluster.submitJars(Seq(plugin, kinds), Nil, app, "jars", "okibi.spark.cluster.KindsJob", conf)
    )
  }

  test("with Okibi on the class path it takes the same") {
    check("class path")((cluster, app, kinds) =>
      cluster.submitJars(Seq(kinds), Seq(plugin), app, "class-path", "okibi.spark.cluster.KindsJob", conf)
    )
  }

  test("and of classes that a Connect session brought as artifacts, with Okibi by --jars") {
    check("session")((cluster, app, kinds) =>
      cluster.submitJars(Seq(plugin), Nil, app, "session", "okibi.spark.cluster.KindsJob", conf, kinds.toString)
    )
  }
}
