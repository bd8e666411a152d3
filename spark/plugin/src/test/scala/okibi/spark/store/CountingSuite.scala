package okibi.spark.store

import okibi.spark.Okibi

import org.apache.spark.SparkContext
import org.apache.spark.storage.StorageLevel

import scala.concurrent.duration._

/** The metrics of jobs whose reads are known exactly. */
class CountingSuite extends munit.FunSuite {
  // More than munit's 30 seconds, for busy machines.
  override val munitTimeout: Duration = 5.minutes

  private val partitions = 8

  private def decisions(seen: Map[String, Long]): Long = seen.filter(_._1.startsWith("decided")).values.sum

  private def scans(context: SparkContext, level: StorageLevel, times: Int, rows: Int): Map[String, Long] = {
    val rdd = context
      .parallelize(0 until partitions, partitions)
      .flatMap(p => Iterator.tabulate(rows)(i => (p, s"row-$i")))
      .persist(level)
    (1 to times).foreach(_ => assertEquals(rdd.count(), partitions.toLong * rows))
    Okibi.metrics
  }

  test("if everything fits, each partition is computed once and read from memory after that") {
    LocalSpark.withOkibi(storageMb = 64) { context =>
      val seen = scans(context, StorageLevel.MEMORY_AND_DISK, times = 4, rows = 1000)
      assertEquals(seen("computed"), 8L)
      assertEquals(seen("memoryHits"), 24L)
      assertEquals(seen("diskHits") + seen("recomputed") + seen("dropped") + seen("refused"), 0L)
      assertEquals(seen("decidedFitsFree") + seen("decidedUnknownSize"), 8L)
      assertEquals(decisions(seen), 8L)
    }
  }

  test("partitions at DISK_ONLY are computed once and read from disk after that") {
    LocalSpark.withOkibi(storageMb = 64) { context =>
      val seen = scans(context, StorageLevel.DISK_ONLY, times = 3, rows = 1000)
      assertEquals(seen("computed"), 8L)
      assertEquals(seen("diskHits"), 16L)
      assertEquals(seen("memoryHits"), 0L)
    }
  }

  test("a scan that does not fit reads what fits from memory and the rest from disk, and nothing moves") {
    LocalSpark.withOkibi(storageMb = 8) { context =>
      val seen = scans(context, StorageLevel.MEMORY_AND_DISK, times = 5, rows = 20000)
      assertEquals(seen("computed"), 8L)
      assertEquals(seen("memoryHits") + seen("diskHits"), 32L)
      assertEquals(seen("recomputed"), 0L)
      assertEquals(seen("dropped"), 0L)
      assert(seen("memoryHits") > 0, seen.toString)
      assert(seen("diskHits") > 0, seen.toString)
    }
  }

  test("partitions at MEMORY_ONLY that do not fit are computed again, and counted") {
    LocalSpark.withOkibi(storageMb = 4) { context =>
      val seen = scans(context, StorageLevel.MEMORY_ONLY, times = 3, rows = 20000)
      assertEquals(seen("computed"), 8L)
      assertEquals(seen("recomputed") + seen("memoryHits"), 16L)
      assertEquals(seen("diskHits"), 0L)
      assert(seen("recomputed") > 0, seen.toString)
    }
  }

  test("observing counts what stock Spark does: two RDDs that are scanned together push each other out") {
    val settings = CacheWorkload.settings :+ ("spark.okibi.cache.mode" -> "observe")
    LocalSpark.withOkibi(CacheWorkload.storageMb, settings: _*) { context =>
      CacheWorkload.answers(context, StorageLevel.MEMORY_AND_DISK)
      val seen = Okibi.metrics
      assert(seen("dropped") > 0, seen.toString)
      assert(seen("readmitted") > 0, seen.toString)
      assertEquals(seen("refused") + seen("cleaned") + decisions(seen), 0L)
    }
  }
}
