package okibi.spark.store

import java.lang.reflect.Proxy
import java.util

import okibi.core.conf.ConfException
import okibi.core.reason.Reason
import okibi.spark.{Okibi, OkibiPlugin}
import okibi.spark.cache.{CacheRuntime, CacheSettings}

import org.apache.spark.SparkEnv
import org.apache.spark.api.plugin.PluginContext
import org.apache.spark.storage.StorageLevel
import org.apache.spark.storage.memory.StoreProbe

import scala.concurrent.duration._

class SteppingAsideSuite extends munit.FunSuite {
  // More than munit's 30 seconds, for busy machines.
  override val munitTimeout: Duration = 5.minutes

  test("with spark.okibi.enabled=false the store stays Spark's own and jobs run") {
    LocalSpark.withOkibi(storageMb = 4, "spark.okibi.enabled" -> "false") { context =>
      assertEquals(StoreProbe.storeClass, "MemoryStore")
      assertEquals(CacheWorkload.answers(context, StorageLevel.MEMORY_AND_DISK).size, 10)
    }
  }

  test("in an executor without an environment the plugin does nothing from start to end") {
    assertEquals(SparkEnv.get, null)
    // No question is allowed, because there is no cache to answer it for.
    val context = Proxy
      .newProxyInstance(
        getClass.getClassLoader,
        Array[Class[_]](classOf[PluginContext]),
        (_, method, _) => fail(s"the plugin called $method")
      )
      .asInstanceOf[PluginContext]
    val executor = new OkibiPlugin().executorPlugin()
    executor.init(context, new util.HashMap[String, String])
    executor.onTaskStart()
    executor.shutdown()
    assertEquals(Okibi.metrics, Map.empty[String, Long])
  }

  test("a wrong value stops the start; the error has the key, the value and the allowed values") {
    val error =
      intercept[ConfException](LocalSpark.withOkibi(storageMb = 4, "spark.okibi.cache.policy" -> "belady")(_ => ()))
    assertEquals(error.key, "spark.okibi.cache.policy")
    assertEquals(error.got, "belady")
    assert(error.getMessage.contains("lru"), error.getMessage)
  }

  test("the store of another plugin stays in place, and the reason is named") {
    LocalSpark.withContext(storageMb = 4, cores = 2, plugin = false) { context =>
      StoreProbe.putForeignStore()
      val refusal = CacheRuntime.install(SparkEnv.get, CacheSettings(_ => None), own = None).left.toOption
      assertEquals(refusal.map(_.reason), Some(Reason.ForeignStore): Option[Reason])
      assertEquals(StoreProbe.storeClass, "ForeignStore")
      assertEquals(context.parallelize(1 to 100, 4).cache().count(), 100L)
    }
  }

  test("blocks that were cached before the store was replaced are still there") {
    LocalSpark.withContext(storageMb = 8, cores = 2, plugin = false) { context =>
      val cached = context.parallelize(1 to 1000, 4).persist(StorageLevel.MEMORY_ONLY)
      assertEquals(cached.count(), 1000L)
      val before = StoreProbe.rddBlocksInMemory
      val runtime =
        CacheRuntime.install(SparkEnv.get, CacheSettings(_ => None), own = None).fold(r => fail(r.detail), identity)
      try {
        assertEquals(before, 4)
        assertEquals(StoreProbe.rddBlocksInMemory, 4)
        assertEquals(cached.map(_.toLong).sum().toLong, 500500L)
        assertEquals(runtime.counters.snapshot("memoryHits"), 4L)
        assertEquals(runtime.counters.snapshot("computed"), 0L)
      } finally runtime.close()
    }
  }
}
