package okibi.spark.ui

import java.util

import scala.concurrent.duration._

import munit.FunSuite
import okibi.spark.kit.WebPage
import org.apache.spark.{SparkConf, SparkContext}
import org.apache.spark.api.plugin.{DriverPlugin, ExecutorPlugin, PluginContext, SparkPlugin}
import org.apache.spark.okibi.ListenerEvents
import org.apache.spark.storage.StorageLevel

/** The tab of a running application, requested by HTTP. */
class OkibiTabSuite extends FunSuite {
  override val munitTimeout: Duration = 3.minutes

  private def running(settings: (String, String)*)(test: SparkContext => Unit): Unit = {
    val sc = new SparkContext(
      new SparkConf(false)
        .setMaster("local[2]")
        .setAppName("tab")
        .set("spark.ui.port", "0")
        .set("spark.driver.bindAddress", "127.0.0.1")
        .set("spark.driver.host", "127.0.0.1")
        .setAll(settings)
    )
    try test(sc)
    finally sc.stop()
  }

  test("the tab tells what limits the application so far, and Spark's own pages link to it") {
    running("spark.plugins" -> classOf[TabPlugin].getName) { sc =>
      val rdd = sc.parallelize(0 until 1000, 4).map(_ + 1).setName("<b>numbers</b>").persist(StorageLevel.MEMORY_ONLY)
      (1 to 3).foreach(_ => rdd.count())
      sc.parallelize(0 until 8, 8).foreach(i => if (i == 0) Thread.sleep(4000))
      val url = sc.uiWebUrl.get
      ListenerEvents.awaitHeard(sc)
      val tab = WebPage.read(s"$url/okibi/")
      assert(tab.contains("waits for one task of 4."), tab)
      assert(tab.contains("RDD 1 &lt;b&gt;numbers&lt;/b&gt;, MEMORY_ONLY: 4 of 4 partitions were stored"), tab)
      assert(tab.contains("<td>memory</td><td>7</td>"), tab)
      assert(WebPage.read(s"$url/environment/").contains("/okibi/\""), "the other tabs link to it")
    }
  }

  test("an application without pages works") {
    running("spark.plugins" -> classOf[TabPlugin].getName, "spark.ui.enabled" -> "false") { sc =>
      assertEquals(sc.parallelize(0 until 10, 2).sum(), 45.0)
    }
  }

  test("a requested page is made again when it is more than two seconds old") {
    var (time, made) = (0L, 0)
    val kept = new CachedPage(() => { made += 1; Nil }, () => time)
    Seq(0L, 1000000000L, 2000000000L).foreach { at => time = at; kept.now }
    assertEquals(made, 1)
    time = 2000000001L
    kept.now
    assertEquals(made, 2)
  }
}

/** A plugin with nothing but the tab, which is attached before the first event, when Spark attaches plugins. */
class TabPlugin extends SparkPlugin {
  override def executorPlugin(): ExecutorPlugin = null
  override def driverPlugin(): DriverPlugin = new DriverPlugin {
    override def init(context: SparkContext, pluginContext: PluginContext): util.Map[String, String] = {
      OkibiTab.attach(context, PartialFunction.empty, () => Map("memoryHits" -> 7L))
      util.Collections.emptyMap()
    }
  }
}
