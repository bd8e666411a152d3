package okibi.spark.store

import okibi.spark.Okibi
import okibi.spark.sql.table.{MappedTableSerializer, TableBatch}

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.execution.columnar.InMemoryRelation
import org.apache.spark.storage.StorageLevel
import org.apache.spark.storage.memory.StoreProbe

import scala.concurrent.duration._

/** Blocks whose data are outside the heap, beside blocks that fill the heap. */
class HandleSuite extends munit.FunSuite {
  override val munitTimeout: Duration = 5.minutes

  test("handles enter full memory and stay, are never written, and are shown with the size of their data") {
    LocalSpark.withOkibi(
      storageMb = 8,
      "spark.sql.cache.serializer" -> classOf[MappedTableSerializer].getName,
      "spark.sql.shuffle.partitions" -> "2"
    ) { context =>
      val full = context
        .parallelize(0 until 12, 12)
        .flatMap(p => Iterator.tabulate(20000)(i => (p, s"row-$i")))
        .persist(StorageLevel.MEMORY_AND_DISK)
      assertEquals(full.count(), 240000L)
      val session = SparkSession.builder().getOrCreate()
      val table = session
        .range(0, 400000, 1, 4)
        .selectExpr("id", "concat('text-', id) as s")
        .persist(StorageLevel.MEMORY_AND_DISK)
      assertEquals(table.count(), 400000L)
      assertEquals(full.count(), 240000L)
      (1 to 3).foreach(task => StoreProbe.borrowExecutionMemory(100L << 20, task.toLong))
      assertEquals(table.selectExpr("sum(id)").collect().head.getLong(0), 400000L * 399999 / 2)
      val stored = context.getRDDStorageInfo.find(_.id != full.id).get
      assertEquals(stored.numCachedPartitions, 4)
      assertEquals(stored.diskSize, 0L)
      val relation = table.queryExecution.withCachedData.collectFirst { case relation: InMemoryRelation =>
        relation
      }.get
      val bytes =
        relation.cacheBuilder.cachedColumnBuffers.map { case batch: TableBatch => batch.storedBytes }.sum().toLong
      assert(
        bytes > 5000000L && stored.memSize >= bytes && stored.memSize < bytes + 100000L,
        s"${stored.memSize} of $bytes bytes"
      )
      val (entries, used) = StoreProbe.books
      assertEquals(entries, used)
      assert(used < (8L << 20), "only what is in the heap is booked")
      assert(Okibi.metrics("computed") >= 16L, Okibi.metrics.toString)
      table.unpersist(blocking = true)
      assertEquals(full.count(), 240000L)
    }
  }
}
