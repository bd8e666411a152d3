package okibi.spark.index

import okibi.core.reason.Reason
import okibi.spark._
import okibi.core.kit.WaitUntil
import okibi.spark.kit.TaskCounter
import okibi.spark.store.LocalSpark

import org.apache.spark.{HashPartitioner, SparkContext, SparkEnv}
import org.apache.spark.storage.StorageLevel

import scala.concurrent.duration._

class IndexedRddSuite extends munit.FunSuite {
  // More than munit's 30 seconds, for busy machines.
  override val munitTimeout: Duration = 5.minutes

  private val partitions = 20
  private val perPartition = 50

  /** Pairs, each key in a single partition. */
  private def pairs(context: SparkContext) =
    context.parallelize(0 until partitions * perPartition, partitions).map(i => (i.toLong, s"value $i"))

  test("partitions that cannot hold a value get no task and no read") {
    LocalSpark.withOkibi(storageMb = 32) { context =>
      val indexed = pairs(context).indexedByKey(StorageLevel.MEMORY_AND_DISK)
      assertEquals(TaskCounter.of(context)(indexed.count()), (1000L, partitions))
      val reads = Okibi.metrics("memoryHits")
      assertEquals(TaskCounter.of(context)(indexed.filterEquals(170L).collect().toSeq), (Seq((170L, "value 170")), 1))
      assertEquals(TaskCounter.of(context)(indexed.filterIn(Seq(170L, 171L, 900L, -1L)).count()), (3L, 2))
      assertEquals(TaskCounter.of(context)(indexed.lookup(999L)), (Seq("value 999"), 1))
      assertEquals(TaskCounter.of(context)(indexed.lookup(5000L)), (Nil, 0))
      assertEquals(Okibi.metrics("memoryHits") - reads, 4L)
      assertEquals(Okibi.metrics("partitionsPruned"), 19L + 18 + 19 + 20)
      assertEquals(Okibi.metrics("partitionsKept"), 4L)
      assertEquals(indexed.indexStatus.filters, partitions)
      assertEquals(Okibi.metrics("indexBytes"), indexed.indexStatus.heapBytes)
      assertEquals(Okibi.metrics("filtersBuilt"), partitions.toLong)
    }
  }

  test("elements and keys of elements are indexed") {
    LocalSpark.withOkibi(storageMb = 32) { context =>
      val words = context.parallelize(0 until 400, 8).map(i => s"word-$i")
      val indexed = words.indexed(StorageLevel.DISK_ONLY)
      val byLength = words.indexedBy((word: String) => word.length, StorageLevel.MEMORY_ONLY_SER)
      Seq(indexed, byLength).foreach(_.count())
      assertEquals(TaskCounter.of(context)(indexed.filterEquals("word-7").collect().toSeq), (Seq("word-7"), 1))
      assertEquals(
        TaskCounter.of(context)(byLength.filterEquals(6).collect().toSeq),
        ((0 to 9).map(i => s"word-$i"), 1)
      )
    }
  }

  test("filters are used as soon as the cache is filled, also by questions that were asked before") {
    LocalSpark.withOkibi(storageMb = 32) { context =>
      val indexed = pairs(context).indexedByKey()
      val early = indexed.filterEquals(5L)
      indexed.count()
      assertEquals(TaskCounter.of(context)(early.collect().toSeq), (Seq((5L, "value 5")), 1))
      val fresh = pairs(context).indexedByKey()
      assertEquals(TaskCounter.of(context)(fresh.filterEquals(5L).collect().toSeq), (Seq((5L, "value 5")), partitions))
      assertEquals(TaskCounter.of(context)(fresh.filterEquals(6L).collect().toSeq), (Seq((6L, "value 6")), 1))
    }
  }

  test("a join with a small side gives Spark's rows and reads only partitions that may match") {
    LocalSpark.withOkibi(storageMb = 32) { context =>
      val plain = pairs(context)
      val indexed = plain.indexedByKey()
      indexed.count()
      val small = context.parallelize(Seq(3L -> 'a', 4L -> 'b', 3L -> 'c', 777L -> 'd', -5L -> 'e'), 2)
      val (joined, tasks) = TaskCounter.of(context)(indexed.join(small).collect().toSeq)
      assertEquals(joined.sortBy(_.toString), plain.join(small).collect().toSeq.sortBy(_.toString))
      // Two tasks collect the small side, and two partitions hold its keys.
      assert(tasks <= 2 + 2, s"$tasks tasks")
      assertEquals(indexed.leftSemi(small.keys).collect().toSeq, Seq(3L, 4L, 777L).map(i => (i, s"value $i")))
    }
  }

  test("a side that is not small is joined by Spark") {
    LocalSpark.withOkibi(storageMb = 32, "spark.okibi.index.smallRows" -> "2") { context =>
      val plain = pairs(context)
      val indexed = plain.indexedByKey()
      val large = context.parallelize(Seq(3L -> 'a', 4L -> 'b', 3L -> 'c'), 2)
      assertEquals(indexed.join(large).collect().toSet, plain.join(large).collect().toSet)
      assertEquals(indexed.leftSemi(large.keys).collect().toSeq.sorted, Seq(3L, 4L).map(i => (i, s"value $i")))
    }
  }

  test("a small side is computed once, so that the same rows ask the index and are joined") {
    LocalSpark.withOkibi(storageMb = 32) { context =>
      val indexed = pairs(context).indexedByKey()
      indexed.count()
      val changing = context.parallelize(0 until 4, 2).map(_ => (scala.util.Random.nextInt(1000).toLong, ()))
      (1 to 5).foreach(_ => assertEquals(indexed.join(changing).count(), 4L))
    }
  }

  test("lookup in partitioned pairs reads at most one partition, as Spark's does") {
    LocalSpark.withOkibi(storageMb = 32) { context =>
      val plain = pairs(context).partitionBy(new HashPartitioner(7))
      val indexed = plain.indexedByKey()
      assertEquals(indexed.partitioner, plain.partitioner)
      indexed.count()
      assertEquals(TaskCounter.of(context)(indexed.lookup(33L)), (Seq("value 33"), 1))
      assertEquals(TaskCounter.of(context)(indexed.lookup(-33L)), (Nil, 0))
    }
  }

  test("unpersist frees all filters, and persist starts again") {
    LocalSpark.withOkibi(storageMb = 32) { context =>
      val indexed = pairs(context).indexedByKey()
      indexed.count()
      assert(Okibi.metrics("indexBytes") > 0)
      assert(Okibi.metrics("executorFilterBytes") > 0)
      indexed.unpersist(blocking = true)
      assertEquals((Okibi.metrics("indexBytes"), Okibi.metrics("executorFilterBytes")), (0L, 0L))
      assertEquals(indexed.filterEquals(7L).count(), 1L)
      assertEquals(Okibi.metrics("filtersBuilt"), partitions.toLong)
      indexed.persist(StorageLevel.MEMORY_ONLY).count()
      assertEquals(TaskCounter.of(context)(indexed.filterEquals(7L).count()), (1L, 1))
    }
  }

  test("an executor frees filters of an RDD whose blocks are gone") {
    LocalSpark.withOkibi(storageMb = 32) { context =>
      val indexed = pairs(context).indexedByKey()
      indexed.count()
      val local = LocalFilters.of(SparkEnv.get)
      local.sweep()
      assertEquals(local.size, partitions)
      val manager = classOf[SparkEnv].getMethod("blockManager").invoke(SparkEnv.get)
      manager.getClass.getMethod("removeRdd", classOf[Int]).invoke(manager, Int.box(indexed.id))
      local.sweep()
      assertEquals(local.size, 0)
    }
  }

  test("an indexed RDD that is garbage collected frees its filters") {
    LocalSpark.withOkibi(storageMb = 32) { context =>
      pairs(context).indexedByKey().count()
      WaitUntil("the filters take no bytes", 60) {
        System.gc()
        Okibi.metrics("indexBytes") == 0
      }
    }
  }

  test("an RDD that may differ when it is computed again is never pruned") {
    LocalSpark.withOkibi(storageMb = 32) { context =>
      val mixed = pairs(context).repartition(7).repartition(5)
      val indexed = mixed
        .mapPartitionsWithIndex((p, it) => it.map { case (k, v) => (k + 1000L * p, v) })
        .indexedByKey(StorageLevel.MEMORY_ONLY)
      indexed.count()
      assertEquals(indexed.indexStatus.notPruning, Some(Reason.Indeterminate))
      assertEquals(TaskCounter.of(context)(indexed.filterEquals(-1L).count()), (0L, 5))
      assertEquals(Okibi.metrics("filtersBuilt"), 0L)
    }
  }

  test("with keys of unknown equality all partitions are read, and the status says so") {
    LocalSpark.withOkibi(storageMb = 32) { context =>
      val arrays =
        context.parallelize(0 until 10, 5).map(i => (Array(i), i)).indexedBy((pair: (Array[Int], Int)) => pair._1)
      assertEquals(arrays.count(), 10L)
      assertEquals(TaskCounter.of(context)(arrays.filterEquals(Array(1)).count()), (0L, 5))
      assertEquals(arrays.indexStatus.notPruning, Some(Reason.UnknownEquality))
    }
  }

  test("partitions that do not fit into memory are computed again, with the same answers") {
    LocalSpark.withOkibi(storageMb = 2) { context =>
      val indexed = context
        .parallelize(0 until 20, 20)
        .flatMap(p => Iterator.tabulate(3000)(i => (p * 3000 + i, s"a rather long value $i")))
        .indexedByKey(StorageLevel.MEMORY_ONLY)
      assertEquals(indexed.count(), 60000L)
      assertEquals(indexed.indexStatus.filters, 20)
      Seq(0, 1, 30000, 59999).foreach { key =>
        assertEquals(TaskCounter.of(context)(indexed.lookup(key)), (Seq(s"a rather long value ${key % 3000}"), 1))
      }
      assertEquals(indexed.filterIn(0 until 60000 by 1000).count(), 60L)
    }
  }

  test("a partition that was read in part gives no filter") {
    LocalSpark.withOkibi(storageMb = 2) { context =>
      val indexed = context
        .parallelize(0 until 2, 2)
        .flatMap(p => Iterator.tabulate(100000)(i => (p * 100000L + i, s"a rather long value $i")))
        .indexedByKey(StorageLevel.MEMORY_ONLY)
      assertEquals(indexed.take(1).toSeq, Seq((0L, "a rather long value 0")))
      assertEquals(indexed.indexStatus.filters, 0)
      assertEquals(indexed.lookup(99999L), Seq("a rather long value 99999"))
    }
  }

  test("filters that do not fit at the driver stay with the executor: tasks are launched, blocks are not read") {
    LocalSpark.withOkibi(storageMb = 32, "spark.okibi.index.driverMemory" -> "0") { context =>
      val indexed = pairs(context).indexedByKey()
      indexed.count()
      val reads = Okibi.metrics("memoryHits")
      assertEquals(TaskCounter.of(context)(indexed.lookup(7L)), (Seq("value 7"), partitions))
      assertEquals(Okibi.metrics("memoryHits") - reads, 1L)
      assertEquals(Okibi.metrics("blocksSkipped"), partitions - 1L)
      assertEquals(Okibi.metrics("indexBytes"), 0L)
    }
  }

  test("without memory at the driver and at executors all partitions are read") {
    LocalSpark.withOkibi(
      storageMb = 32,
      "spark.okibi.index.driverMemory" -> "0",
      "spark.okibi.index.executorMemory" -> "0"
    ) { context =>
      val indexed = pairs(context).indexedByKey()
      indexed.count()
      assertEquals(TaskCounter.of(context)(indexed.lookup(7L)), (Seq("value 7"), partitions))
      assertEquals(Okibi.metrics("blocksSkipped") + Okibi.metrics("executorFilterBytes"), 0L)
    }
  }

  test("a key that cannot be computed fails only jobs that ask for it") {
    LocalSpark.withOkibi(storageMb = 32) { context =>
      val indexed = context.parallelize(1 to 10, 2).indexedBy((i: Int) => 10 / (i - 5))
      assertEquals(indexed.count(), 10L)
      assert(
        intercept[org.apache.spark.SparkException](indexed.filterEquals(1).count()).getMessage.contains("/ by zero")
      )
    }
  }

  test("checkpoints of the indexed and of a pruned RDD do not change answers") {
    LocalSpark.withOkibi(storageMb = 32) { context =>
      context.setCheckpointDir(
        java.nio.file.Files
          .createTempDirectory(java.nio.file.Paths.get(System.getProperty("java.io.tmpdir")), "checkpoint")
          .toString
      )
      val indexed = pairs(context).indexedByKey()
      indexed.checkpoint()
      indexed.count()
      val found = indexed.filterEquals(70L)
      found.checkpoint()
      assertEquals(found.collect().toSeq, Seq((70L, "value 70")))
      assertEquals(found.collect().toSeq, Seq((70L, "value 70")))
      assertEquals(indexed.lookup(71L), Seq("value 71"))
    }
  }

  test("without the plugin partitions are pruned, switched off they are not, and answers are the same") {
    LocalSpark.withContext(storageMb = 32, cores = 2, plugin = false) { context =>
      val indexed = pairs(context).indexedByKey()
      indexed.count()
      assertEquals(TaskCounter.of(context)(indexed.lookup(7L)), (Seq("value 7"), 1))
    }
    LocalSpark.withOkibi(storageMb = 32, "spark.okibi.enabled" -> "false") { context =>
      val indexed = pairs(context).indexedByKey()
      indexed.count()
      assertEquals(indexed.indexStatus.notPruning, Some(Reason.FilterOff))
      assertEquals(TaskCounter.of(context)(indexed.lookup(7L)), (Seq("value 7"), partitions))
    }
  }
}
