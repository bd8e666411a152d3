package okibi.spark.store

import okibi.core.conf.DiskConf
import okibi.spark.Okibi
import okibi.core.kit.{Tmpfs, WaitUntil}

import org.apache.spark.SparkContext
import org.apache.spark.storage.StorageLevel
import org.apache.spark.storage.memory.StoreProbe

import scala.concurrent.duration._

/** Execution memory and broadcasts take memory back from cached partitions. */
class MakingRoomSuite extends munit.FunSuite {
  // More than munit's 30 seconds, for busy machines.
  override val munitTimeout: Duration = 5.minutes

  private def fill(context: SparkContext, level: StorageLevel) = {
    val rdd =
      context.parallelize(0 until 12, 12).flatMap(p => Iterator.tabulate(20000)(i => (p, s"row-$i"))).persist(level)
    assertEquals(rdd.count(), 240000L)
    rdd
  }

  private def borrowed(plugin: Boolean, level: StorageLevel): (Long, Long) =
    LocalSpark.withContext(storageMb = 8, cores = 2, plugin = plugin) { context =>
      val rdd = fill(context, level)
      val granted = StoreProbe.borrowExecutionMemory(100L << 20, task = 4711L)
      assertEquals(rdd.count(), 240000L, "dropped partitions come back")
      val (entries, used) = StoreProbe.books
      (granted, used - entries)
    }

  Seq(StorageLevel.MEMORY_ONLY, StorageLevel.MEMORY_AND_DISK, StorageLevel.MEMORY_AND_DISK_SER).foreach { level =>
    test(s"execution memory takes back from ${level.description} as much as in stock Spark") {
      val (stock, stockDiff) = borrowed(plugin = false, level)
      val (okibi, okibiDiff) = borrowed(plugin = true, level)
      assertEquals(stockDiff, 0L)
      assertEquals(okibiDiff, 0L)
      // Whole blocks are dropped, so the grants may differ by less than one block.
      assert(okibi >= stock - (1 << 20), s"stock granted $stock bytes, Okibi $okibi")
    }
  }

  test("once memory is wanted back, the cleaner writes blocks, so that later drops need no write") {
    LocalSpark.withOkibi(storageMb = 12, "spark.memory.storageFraction" -> "0.1", "spark.okibi.cache.policy" -> "lru") {
      context =>
        val rdd = fill(context, StorageLevel.MEMORY_AND_DISK)
        def cleaned: Long = Okibi.metrics("cleaned")
        // Counts from here, because blocks that are cleaned while memory is first taken back may be dropped by that.
        val before = Okibi.metrics("droppedClean")
        StoreProbe.borrowExecutionMemory(3L << 20, task = 4712L)
        WaitUntil(s"a block written ahead (${Okibi.metrics})", 30)(cleaned > 0)
        StoreProbe.borrowExecutionMemory(9L << 20, task = 4713L)
        assert(Okibi.metrics("droppedClean") > before, Okibi.metrics.toString)
        assertEquals(rdd.count(), 240000L)
    }
  }

  test("the cleaner writes nothing to a tmpfs, where a block would take memory twice") {
    assume(Tmpfs.isThere, Tmpfs.missing)
    Tmpfs.withFolder { local =>
      val settings = Seq(
        "spark.memory.storageFraction" -> "0.1",
        "spark.okibi.cache.policy" -> "lru",
        "spark.local.dir" -> local.toString
      )
      LocalSpark.withOkibi(storageMb = 12, settings: _*) { context =>
        val rdd = fill(context, StorageLevel.MEMORY_AND_DISK)
        (1 to 3).foreach(task => StoreProbe.borrowExecutionMemory(3L << 20, task.toLong))
        assertEquals(rdd.count(), 240000L)
        assertEquals(Okibi.metrics("cleaned"), 0L)
        assert(Okibi.metrics("dropped") > 0, Okibi.metrics.toString)
      }
    }
  }

  test("the cleaner writes nothing where the disk quota has no room") {
    val settings = Seq(
      "spark.memory.storageFraction" -> "0.1",
      "spark.okibi.cache.policy" -> "lru",
      DiskConf.quota.key -> "0"
    )
    LocalSpark.withOkibi(storageMb = 12, settings: _*) { context =>
      val rdd = fill(context, StorageLevel.MEMORY_AND_DISK)
      (1 to 3).foreach(task => StoreProbe.borrowExecutionMemory(3L << 20, task.toLong))
      assertEquals(rdd.count(), 240000L)
      assertEquals(Seq("cleaned", "extraDiskBytes").map(Okibi.metrics), Seq(0L, 0L))
      assert(Okibi.metrics("dropped") > 0, Okibi.metrics.toString)
    }
  }

  test("files of cleaned blocks are counted until the blocks are gone") {
    LocalSpark.withOkibi(storageMb = 12, "spark.memory.storageFraction" -> "0.1", "spark.okibi.cache.policy" -> "lru") {
      context =>
        val rdd = fill(context, StorageLevel.MEMORY_AND_DISK)
        StoreProbe.borrowExecutionMemory(3L << 20, task = 4712L)
        WaitUntil(s"a block written ahead (${Okibi.metrics})", 30)(Okibi.metrics("extraDiskBytes") > 0)
        rdd.unpersist(blocking = true)
        WaitUntil(s"no file counts (${Okibi.metrics})", 30)(Okibi.metrics("extraDiskBytes") == 0)
    }
  }

  test("the cleaner never writes a block whose level has no disk") {
    LocalSpark.withOkibi(storageMb = 8) { context =>
      val rdd = fill(context, StorageLevel.MEMORY_ONLY)
      (1 to 3).foreach(task => StoreProbe.borrowExecutionMemory(8L << 20, task.toLong))
      assertEquals(rdd.count(), 240000L)
      assertEquals(Okibi.metrics("cleaned"), 0L)
      assertEquals(Okibi.metrics("diskHits"), 0L)
    }
  }

  test("a block whose bytes cannot be read takes no memory") {
    LocalSpark.withOkibi(storageMb = 8) { context =>
      fill(context, StorageLevel.MEMORY_ONLY_SER)
      val failed = intercept[IllegalStateException](
        StoreProbe.putBytes(4711, 1 << 20, throw new IllegalStateException("unreadable"))
      )
      assertEquals(failed.getMessage, "unreadable")
      val (entries, used) = StoreProbe.books
      assertEquals(entries, used)
    }
  }

  test("broadcast variables keep their values when cached RDDs need memory") {
    LocalSpark.withOkibi(storageMb = 6) { context =>
      val table = context.broadcast(Array.tabulate(50000)(i => i.toLong))
      val rdd = fill(context, StorageLevel.MEMORY_AND_DISK)
      val looked = rdd.map { case (p, _) => table.value(p) }.sum().toLong
      assertEquals(looked, (0 until 12).map(_ * 20000L).sum)
      StoreProbe.borrowExecutionMemory(100L << 20, task = 4714L)
      assertEquals(context.parallelize(0 until 10, 2).map(i => table.value(i)).sum().toLong, 45L)
    }
  }

  test("broadcasts that fill the store make room for an RDD, of whose blocks no size is known") {
    LocalSpark.withOkibi(storageMb = 12) { context =>
      val tables = (1 to 40).map(_ => context.broadcast(Array.tabulate(50000)(i => i.toLong)))
      assertEquals(tables.map(_.value.length).sum, 2000000)
      val (_, used) = StoreProbe.books
      assert(used > (11L << 20), s"$used bytes are used")
      val rdd = fill(context, StorageLevel.MEMORY_ONLY)
      assert(
        context.getRDDStorageInfo.exists(info => info.id == rdd.id && info.numCachedPartitions > 0),
        "none is kept"
      )
      assertEquals(tables.map(_.value.apply(7)).sum, 280L)
    }
  }
}
