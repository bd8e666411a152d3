package okibi.spark.sql.table

import java.lang.management.{BufferPoolMXBean, ManagementFactory}

import scala.jdk.CollectionConverters._

import munit.FunSuite
import okibi.spark.sql.kit.Sessions

import org.apache.spark.TaskContext
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.columnar.CachedBatch
import org.apache.spark.sql.types.{DataType, LongType}

/** Copies of batches outside the heap live as long as a thread may read them. */
class ReaderMemorySuite extends FunSuite {
  import ReaderMemorySuite._

  test("memory that the task's own thread read is freed when the task ends, what another thread read is freed later") {
    batch = BatchFixture.cached((0L until 200000L).map(n => InternalRow(n * n)), Seq(LongType)).next()
    Sessions.withSession() { (session, _) =>
      Seq(false, true).foreach { another =>
        session.sparkContext.parallelize(Seq(another), 1).foreach(read)
        assertEquals(bytesAtEnd - bytesAfterEnd > 20000, !another, s"$bytesAtEnd bytes, then $bytesAfterEnd")
      }
    }
  }
}

private object ReaderMemorySuite {
  @volatile private var batch: CachedBatch = _
  @volatile private var bytesAtEnd, bytesAfterEnd = 0L

  /** Reads in a task. Spark calls what is to happen at the end of a task in the reverse order. */
  private def read(another: Boolean): Unit = {
    val context = TaskContext.get()
    context.addTaskCompletionListener[Unit](_ => bytesAfterEnd = directBytes)
    val reader = new BatchReader(Array(0), Array[DataType](LongType))
    if (another) {
      val feeder = new Thread(() => { reader.read(batch); () })
      feeder.start()
      feeder.join()
    } else reader.read(batch)
    context.addTaskCompletionListener[Unit](_ => bytesAtEnd = directBytes)
  }

  private def directBytes: Long =
    ManagementFactory
      .getPlatformMXBeans(classOf[BufferPoolMXBean])
      .asScala
      .find(_.getName == "direct")
      .map(_.getMemoryUsed)
      .getOrElse(throw new IllegalStateException("this JVM does not count direct memory"))
}
