package okibi.spark.sql.table

import scala.concurrent.duration._

import munit.FunSuite
import okibi.spark.kit.WaitUntil

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.execution.columnar.InMemoryRelation
import org.apache.spark.storage.StorageLevel

/** Files come and go with the blocks they belong to. */
class LifetimeSuite extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  private def rows(session: SparkSession, count: Int, partitions: Int) =
    session.range(0, count, 1, partitions).selectExpr("id", "concat('some text ', id) as s")

  test("a cached table has mappings but neither names nor open files, and unpersist gives the space back") {
    Sessions.withSession() { (session, local) =>
      val table = rows(session, 100000, 4).persist(StorageLevel.MEMORY_AND_DISK)
      assertEquals(table.count(), 100000L)
      assertEquals(Mappings.below(local).size, 4)
      assertEquals(Mappings.openBelow(local), Nil)
      assertEquals(Mappings.files(local).filter(file => file.toFile.length > 100000), Nil)
      assertEquals(table.where("id % 2 = 0").count(), 50000L)
      table.unpersist(blocking = true)
      WaitUntil(s"the end of ${Mappings.below(local)}", 30)(Mappings.below(local).isEmpty)
    }
  }

  test("a task that reads keeps the file mapped though the table is unpersisted meanwhile") {
    Sessions.withSession() { (session, local) =>
      val table = rows(session, 200000, 1).persist(StorageLevel.MEMORY_ONLY)
      assertEquals(table.count(), 200000L)
      Gate.reset()
      val sum = table.queryExecution.toRdd.mapPartitions { rows =>
        var total = 0L
        rows.zipWithIndex.foreach { case (row, i) =>
          if (i == 1000) Gate.passHalf()
          total += row.getLong(0) + row.getUTF8String(1).numBytes
        }
        Iterator.single(total)
      }
      val reading = new Thread(() => Gate.answer = sum.collect().sum)
      reading.start()
      Gate.awaitHalf()
      table.unpersist(blocking = false)
      Thread.sleep(1500)
      assertEquals(Mappings.below(local).size, 1, "still read")
      Gate.open()
      reading.join()
      assertEquals(Gate.answer, (0L until 200000L).map(i => i + s"some text $i".length).sum)
      WaitUntil(s"the end of ${Mappings.below(local)}", 30)(Mappings.below(local).isEmpty)
    }
  }

  test("a task that fails or is cancelled leaves no file behind, and the next one computes the partition anew") {
    Sessions.withSession() { (session, local) =>
      import session.implicits._
      Gate.reset()
      val table = session
        .range(0, 100000, 1, 2)
        .map { id =>
          if (id == 90000L && Gate.failing) throw new IllegalStateException("on purpose")
          (id.longValue, s"text $id")
        }
        .toDF("id", "s")
        .persist()
      intercept[Exception](table.count())
      Gate.failing = false
      assertEquals(table.count(), 100000L)
      assertEquals(Mappings.openBelow(local), Nil)
      table.unpersist(blocking = true)
      WaitUntil(s"the end of ${Mappings.below(local)}", 30)(Mappings.below(local).isEmpty)
    }
  }

  test("a partition needs one mapping whatever its batches, a small one none") {
    Sessions.withSession() { (session, local) =>
      val many = rows(session, 300000, 300).persist()
      assertEquals(many.count(), 300000L)
      assert(Mapping.count <= 300, Mapping.count.toString)
      val tiny = rows(session, 3000, 300).persist()
      val before = Mapping.count
      assertEquals(tiny.count(), 3000L)
      assertEquals(Mapping.count, before, "small partitions stay in the heap")
      many.unpersist(blocking = true)
      tiny.unpersist(blocking = true)
      WaitUntil(s"the end of ${Mappings.below(local)}", 30)(Mappings.below(local).isEmpty)
      WaitUntil(s"the end of ${Mapping.count} mappings", 30)(Mapping.count == 0)
    }
  }

  test("a table takes the encoded bytes, and the statistics say Spark's") {
    Sessions.withSession() { (session, _) =>
      val table = rows(session, 100000, 2).persist()
      table.count()
      // 100,000 numbers that differ by less than 65536 in a batch, and strings of some 15 bytes with 4 bytes of offset each.
      val relation = table.queryExecution.withCachedData.collectFirst { case relation: InMemoryRelation =>
        relation
      }.get
      val kept = relation.cacheBuilder.cachedColumnBuffers.map { case batch: TableBatch => batch.storedBytes }.sum()
      assert(kept > 1500000 && kept < 2500000, kept.toString)
      val planned = relation.computeStats().sizeInBytes
      assert(planned > 2500000 && planned < 3000000, planned.toString)
    }
  }
}

/** Lets a test and a task of the same JVM wait for each other. */
private object Gate {
  @volatile var failing = true
  @volatile var answer = 0L
  @volatile private var half = new java.util.concurrent.CountDownLatch(1)
  @volatile private var end = new java.util.concurrent.CountDownLatch(1)

  def reset(): Unit = {
    failing = true
    half = new java.util.concurrent.CountDownLatch(1)
    end = new java.util.concurrent.CountDownLatch(1)
  }
  def passHalf(): Unit = {
    half.countDown()
    end.await()
  }
  def awaitHalf(): Unit = half.await()
  def open(): Unit = end.countDown()
}
