package okibi.spark.api

import okibi.core.advice.Level
import okibi.core.kit.WaitUntil
import okibi.core.metric.CacheMetrics
import okibi.spark._
import okibi.core.metric.CacheSummary
import okibi.spark.store.{LocalSpark, CacheWorkload}

import org.apache.spark.SparkEnv
import org.apache.spark.storage.StorageLevel

import scala.concurrent.duration._

class ApiSuite extends munit.FunSuite {
  // More than munit's 30 seconds, for busy machines.
  override val munitTimeout: Duration = 5.minutes

  test("persistBest keeps an RDD in memory that is expensive to compute and fits") {
    LocalSpark.withOkibi(storageMb = 64) { context =>
      val expensive =
        context.parallelize(1 to 400, 4).map { i => (1 to 200000).foldLeft(i.toLong)((h, n) => h * 31 + n) }
      assertEquals(expensive.persistBest().getStorageLevel, StorageLevel.MEMORY_ONLY)
      assertEquals(expensive.count(), 400L)
    }
  }

  test("adviseLevel gives a reason with figures, and changes nothing") {
    LocalSpark.withOkibi(storageMb = 64) { context =>
      val rdd = CacheWorkload.source(context)
      val advice = Okibi.adviseLevel(rdd, reads = 5)
      assertEquals(advice.candidates.map(_.level.name).sorted, Level.all.map(_.name).sorted)
      assert(advice.reason.startsWith(advice.level.name), advice.reason)
      assert(advice.reason.contains("measured on 4 of 6 partitions"), advice.reason)
      assertEquals(rdd.getStorageLevel, StorageLevel.NONE)
    }
  }

  test("without the plugin adviseLevel tells how to activate it") {
    LocalSpark.withContext(storageMb = 8, cores = 2, plugin = false) { context =>
      val error = intercept[IllegalStateException](Okibi.adviseLevel(CacheWorkload.source(context)))
      assert(error.getMessage.contains("spark.plugins=okibi.spark.OkibiPlugin"), error.getMessage)
    }
  }

  test("adviseMemory knows the heap, what tasks needed and what is cached") {
    val pages = Seq("spark.ui.enabled" -> "true", "spark.ui.port" -> "0", "spark.driver.memory" -> "2g")
    LocalSpark.withOkibi(storageMb = 64, pages: _*) { context =>
      val cached = context.parallelize(1 to 4, 4).map(n => Array.fill(1 << 20)(n)).cache()
      assertEquals((cached.count(), cached.count()), (4L, 4L))
      cached.keyBy(_.head % 2).groupByKey().count()
      WaitUntil("the facts of the cached data", 120)(Okibi.adviseMemory().needs.fileBytes > 0)
      val advice = Okibi.adviseMemory()
      assertEquals(advice.now.heapBytes, 2L << 30)
      assert(advice.needs.fileBytes > (12 << 20) && advice.needs.fileBytes < (20 << 20), advice)
      assert(advice.reason.startsWith("The driver's container of 2432 MiB has 2048 MiB of heap"), advice.reason)
    }
    val error = intercept[IllegalStateException](Okibi.adviseMemory())
    assert(error.getMessage.contains("spark.ui.enabled=true"), error.getMessage)
  }

  test("every metric is in Spark's metrics system, with the value Okibi.metrics gives") {
    LocalSpark.withOkibi(storageMb = 16) { context =>
      val cached = context.parallelize(1 to 100, 4).cache()
      (1 to 3).foreach(_ => cached.count())
      val system = SparkEnv.get.getClass.getMethod("metricsSystem").invoke(SparkEnv.get)
      val sources = system.getClass
        .getMethod("getSourcesByName", classOf[String])
        .invoke(system, "plugin.okibi.spark.OkibiPlugin")
        .asInstanceOf[Seq[AnyRef]]
      val registry = sources.head.getClass
        .getMethod("metricRegistry")
        .invoke(sources.head)
        .asInstanceOf[com.codahale.metrics.MetricRegistry]
      CacheMetrics.all.foreach { metric =>
        assertEquals(
          registry.getGauges.get(metric.name).getValue.asInstanceOf[Long],
          Okibi.metrics(metric.name),
          metric.name
        )
      }
      assertEquals(Okibi.metrics("memoryHits"), 8L)
    }
  }

  test("the line at the end of an application tells what Okibi did") {
    LocalSpark.withOkibi(storageMb = 16) { context =>
      val cached = context.parallelize(1 to 100, 4).cache()
      (1 to 3).foreach(_ => cached.count())
      val line = CacheSummary(Okibi.metrics)
      assert(
        line.startsWith(
          "cached partitions were read 8 times from memory, 0 from disk, 0 from other executors, computed 4 times"
        ),
        line
      )
    }
  }
}
