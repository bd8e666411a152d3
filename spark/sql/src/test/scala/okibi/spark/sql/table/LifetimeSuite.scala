package okibi.spark.sql.table

import java.nio.file.Files
import java.nio.file.attribute.PosixFilePermissions

import scala.concurrent.duration._

import munit.FunSuite
import okibi.core.kit.WaitUntil
import okibi.spark.kit.FileTree
import okibi.spark.sql.kit.Sessions
import okibi.spark.sql.fixture.ProcessFiles

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.execution.columnar.InMemoryRelation
import org.apache.spark.storage.StorageLevel

/** A mapped file lives as long as the block that it belongs to. */
class LifetimeSuite extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  private def rows(session: SparkSession, count: Int, partitions: Int) =
    session.range(0, count, 1, partitions).selectExpr("id", "concat('some text ', id) as s")

  test("a cached table has mappings but no named or open files, and unpersist frees the space") {
    Sessions.withSession() { (session, local) =>
      val table = rows(session, 100000, 4).persist(StorageLevel.MEMORY_AND_DISK)
      assertEquals(table.count(), 100000L)
      assertEquals(ProcessFiles.mappedBelow(local).size, 4)
      assertEquals(ProcessFiles.openBelow(local), Nil)
      assertEquals(FileTree.files(local).filter(file => file.toFile.length > 100000), Nil)
      assertEquals(table.where("id % 2 = 0").count(), 50000L)
      table.unpersist(blocking = true)
      WaitUntil(s"no file is mapped: ${ProcessFiles.mappedBelow(local)}", 30)(ProcessFiles.mappedBelow(local).isEmpty)
    }
  }

  test("others than the owner cannot open the file of a table while it has a name") {
    Sessions.withSession() { (_, local) =>
      val file = ColumnFile.create()
      try {
        val links = ProcessFiles.descriptorsBelow(local).map(_._1)
        assertEquals(
          links.map(link => PosixFilePermissions.toString(Files.getPosixFilePermissions(link))),
          Seq("rw-------")
        )
      } finally file.close()
    }
  }

  test("the file stays mapped while a task reads it, although the table was unpersisted") {
    Sessions.withSession() { (session, local) =>
      val table = rows(session, 200000, 1).persist(StorageLevel.MEMORY_ONLY)
      assertEquals(table.count(), 200000L)
      TaskGate.reset()
      val sum = table.queryExecution.toRdd.mapPartitions { rows =>
        var total = 0L
        rows.zipWithIndex.foreach { case (row, i) =>
          if (i == 1000) TaskGate.passHalf()
          total += row.getLong(0) + row.getUTF8String(1).numBytes
        }
        Iterator.single(total)
      }
      val reading = new Thread(() => TaskGate.answer = sum.collect().sum)
      reading.start()
      TaskGate.awaitHalf()
      table.unpersist(blocking = false)
      Thread.sleep(1500)
      assertEquals(ProcessFiles.mappedBelow(local).size, 1, "the task still reads")
      TaskGate.open()
      reading.join()
      assertEquals(TaskGate.answer, (0L until 200000L).map(i => i + s"some text $i".length).sum)
      WaitUntil(s"no file is mapped: ${ProcessFiles.mappedBelow(local)}", 30)(ProcessFiles.mappedBelow(local).isEmpty)
    }
  }

  test("a task that fails leaves no file behind, and the next attempt computes the partition again") {
    Sessions.withSession() { (session, local) =>
      import session.implicits._
      TaskGate.reset()
      val table = session
        .range(0, 100000, 1, 2)
        .map { id =>
          if (id == 90000L && TaskGate.failing) throw new IllegalStateException("on purpose")
          (id.longValue, s"text $id")
        }
        .toDF("id", "s")
        .persist()
      intercept[Exception](table.count())
      TaskGate.failing = false
      assertEquals(table.count(), 100000L)
      assertEquals(ProcessFiles.openBelow(local), Nil)
      table.unpersist(blocking = true)
      WaitUntil(s"no file is mapped: ${ProcessFiles.mappedBelow(local)}", 30)(ProcessFiles.mappedBelow(local).isEmpty)
    }
  }

  test("a partition has one mapping for all of its batches, a small one has none") {
    Sessions.withSession() { (session, local) =>
      val many = rows(session, 300000, 300).persist()
      assertEquals(many.count(), 300000L)
      def mappings: Int = ProcessFiles.mappedBelow(local).size
      assert(mappings > 0 && mappings <= 300, mappings.toString)
      val tiny = rows(session, 3000, 300).persist()
      val before = mappings
      assertEquals(tiny.count(), 3000L)
      assertEquals(mappings, before, "small partitions stay in the heap")
      many.unpersist(blocking = true)
      tiny.unpersist(blocking = true)
      WaitUntil(s"no file is mapped: $mappings are", 30)(mappings == 0)
    }
  }

  test("a table takes its encoded bytes, and its statistics are those of Spark's own format") {
    Sessions.withSession() { (session, _) =>
      val table = rows(session, 100000, 2).persist()
      table.count()
      // 100,000 numbers that differ by less than 65,536 in a batch, and strings of some 15 bytes with offsets of 4
      // bytes.
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
private object TaskGate {
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
