package okibi.spark.sql.faults

import java.nio.file.Files
import java.util.concurrent.CountDownLatch

import scala.concurrent.duration._

import munit.FunSuite
import org.junit.experimental.categories.Category

import okibi.core.kit.ChildJvm
import okibi.spark.kit.BlockFiles
import okibi.spark.sql.kit.Sessions

import org.apache.spark.storage.StorageLevel

@Category(Array(classOf[Process]))
class FaultSuite extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  test("when the disk gets full during a fill, the rest of the table stays in memory and answers are right") {
    val folder = Sessions.folder("full-disk")
    val disk = Files.createDirectories(folder.resolve("disk"))
    val job = "okibi.spark.sql.faults.FullDiskTableJob"
    val lines = ChildJvm.runOnDisk(job, folder.resolve("log"), Seq("-Xmx1g"), disk, megabytes = 24)
    Seq("fits=true true", "too large=true true", "no room=true true").foreach(line =>
      assert(lines.contains(line), lines.takeRight(30).mkString("\n"))
    )
  }

  test("a block that is damaged on disk is computed again") {
    Sessions.withSession("spark.master" -> "local[2, 4]") { (session, _) =>
      val table =
        session.range(0, 200000, 1, 2).selectExpr("id", "concat('text ', id * 31) as s").persist(StorageLevel.DISK_ONLY)
      assertEquals(table.count(), 200000L)
      val blocks = BlockFiles.all(session.sparkContext)
      assertEquals(blocks.size, 2)
      blocks.foreach { file =>
        BlockFiles.change(file) { bytes =>
          bytes.seek(bytes.length / 2)
          bytes.write(Array.fill[Byte](64)(0x55))
        }
      }
      assertEquals(
        table.selectExpr("sum(id)", "sum(length(s))").collect().mkString,
        session.range(0, 200000, 1, 2).selectExpr("sum(id)", "sum(length(concat('text ', id * 31)))").collect().mkString
      )
      assertEquals(table.where("s = 'text 31'").count(), 1L)
    }
  }

  test("killing a task that reads a block does not remove the block") {
    Sessions.withSession() { (session, _) =>
      val table = session.range(0, 100000, 1, 1).persist(StorageLevel.DISK_ONLY)
      table.count()
      def written = BlockFiles.all(session.sparkContext).map(file => file -> Files.getLastModifiedTime(file))
      val before = written
      assertEquals(before.size, 1)
      val read = table.queryExecution.toRdd.mapPartitions { rows =>
        rows.zipWithIndex.foreach { case (_, row) => if (row == 100) KilledTask.await() }
        Iterator[Int]()
      }
      val reading = new Thread(() => {
        session.sparkContext.setJobGroup("killed", "killed while it reads", interruptOnCancel = true)
        intercept[Exception](read.collect())
      })
      reading.start()
      KilledTask.reading.await()
      session.sparkContext.cancelJobGroup("killed")
      reading.join()
      assertEquals(table.count(), 100000L)
      assertEquals(written, before)
    }
  }
}

/** A task that goes on reading after it was killed; Spark stops it at the next batch. */
private object KilledTask {
  val reading = new CountDownLatch(1)

  def await(): Unit = {
    reading.countDown()
    try new CountDownLatch(1).await()
    catch { case _: InterruptedException => }
  }
}
