package okibi.spark.startup

import okibi.core.kit.ChildJvm

import org.junit.experimental.categories.Category

import java.nio.file.{Files, Paths}

import scala.concurrent.duration._
import scala.jdk.CollectionConverters._

/** Classes of Okibi that an application loads although it caches nothing. Each costs its start a third of a
  * millisecond.
  */
@Category(Array(classOf[Process]))
class StartupSuite extends munit.FunSuite {
  override val munitTimeout: Duration = 5.minutes

  /** Spark 4.1: 183. A bound against a start that takes longer from version to version. */
  private val mostClasses = 210

  private lazy val loaded: Seq[String] = {
    val folder = Files.createTempDirectory(Paths.get(System.getProperty("java.io.tmpdir")), "startup")
    val classes = folder.resolve("classes")
    val options = Seq("-Xmx512m", s"-Xlog:class+load:file=$classes::filecount=0")
    val printed = ChildJvm.run(StartupMain.getClass.getName.stripSuffix("$"), folder.resolve("log"), options)
    assert(printed.contains("count=100"), printed.takeRight(30).mkString("\n"))
    val loading = "\\[class,load\\] ([^ ]+) ".r.unanchored
    Files
      .readAllLines(classes)
      .asScala
      .toSeq
      .collect { case loading(name) => name }
      .filter(_.contains("okibi"))
      .distinct
  }

  test("the start loads no declarations, no facts and no codec") {
    val later =
      Seq(
        "okibi.core.docs.",
        "okibi.explain.facts.FactsBuilder",
        "okibi.explain.event.",
        "okibi.spark.cache.codec.Block",
        "okibi.core.policy.Lru"
      )
    later.foreach(name => assertEquals(loaded.filter(_.startsWith(name)), Nil, name))
    assert(loaded.contains("okibi.spark.internal.DriverSide") && loaded.contains("okibi.spark.cache.CacheRuntime"))
  }

  test("the start loads few classes") {
    val named = loaded.filterNot(_.contains("$$Lambda"))
    assert(named.size <= mostClasses, s"${named.size} classes, at most $mostClasses: ${named.sorted.mkString(", ")}")
  }
}
