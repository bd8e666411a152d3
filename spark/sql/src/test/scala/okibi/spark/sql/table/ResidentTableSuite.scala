package okibi.spark.sql.table

import java.nio.file.Path

import scala.concurrent.duration._
import scala.util.Try

import munit.FunSuite
import okibi.core.conf.TableConf
import okibi.core.kit.WaitUntil
import okibi.spark.sql.kit.Sessions
import okibi.spark.sql.fixture.ProcessFiles

import org.apache.spark.sql.{DataFrame, SparkSession}
import org.apache.spark.storage.StorageLevel

/** Cached tables of which only a part may be mapped. */
class ResidentTableSuite extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  private def withLimit(limit: String)(body: (SparkSession, Path) => Unit): Unit =
    Sessions.withSession(TableConf.residentMemory.key -> limit)(body)

  private def table(session: SparkSession, level: StorageLevel = StorageLevel.MEMORY_AND_DISK): DataFrame =
    session
      .range(0, 400000, 1, 8)
      .selectExpr("id", "xxhash64(id) as h", "if(id % 7 = 0, null, concat('text ', id)) as s", "array(id) as a")
      .persist(level)

  /** The length of all mappings below a folder. */
  private def mappedBytes(folder: Path): Long = ProcessFiles.mappedBytesBelow(folder).values.sum

  private def answers(table: DataFrame): Seq[Any] = Seq(
    table.selectExpr("count(1)", "sum(id)", "sum(h % 1000)", "max(s)", "count(s)").head(),
    table.where("s like '%99'").selectExpr("count(1)", "sum(id)").head(),
    table.selectExpr("sum(a[0])", "sum(size(a))").head(),
    table.where("id between 100000 and 100010").collect().toSeq,
    table.repartition(3).selectExpr("sum(cast(hash(id, h, s) as bigint))").head()
  )

  private var wanted: Seq[Any] = Nil

  override def beforeAll(): Unit = Sessions.withSession() { (session, _) => wanted = answers(table(session)) }

  Seq("0", "3m", "8m").foreach { limit =>
    test(s"with at most $limit mapped, rows are those of a table that is mapped whole") {
      withLimit(limit) { (session, local) =>
        val kept = table(session)
        (1 to 3).foreach { _ =>
          assertEquals(answers(kept), wanted)
          assert(
            mappedBytes(local) <= TableConf.residentMemory.parse(limit).get + (8 << 12),
            ProcessFiles.mappedBelow(local)
          )
        }
        assertEquals(ProcessFiles.openBelow(local).size, 8)
        kept.unpersist(blocking = true)
        WaitUntil(s"no file is open: ${ProcessFiles.openBelow(local)}", 30)(ProcessFiles.openBelow(local).isEmpty)
        assertEquals(ProcessFiles.mappedBelow(local), Nil)
      }
    }
  }

  test("a task that is interrupted while it copies does not keep others from reading") {
    withLimit("0") { (session, local) =>
      val kept = table(session)
      kept.count()
      val context = session.sparkContext
      (1 to 5).foreach { n =>
        def queries(): Unit = {
          context.setJobGroup(s"group $n", "interrupted", interruptOnCancel = true)
          Try((1 to 1000).foreach(_ => kept.selectExpr("sum(length(s))").collect()))
          ()
        }
        val ended = new Thread(() => queries())
        ended.start()
        Thread.sleep(200)
        while (ended.isAlive) {
          context.cancelJobGroup(s"group $n")
          ended.join(20)
        }
      }
      assertEquals(answers(kept), wanted)
      assertEquals(ProcessFiles.openBelow(local).size, 8, "the file of each partition is open once")
    }
  }

  test("a table that leaves memory for disk is copied from its file") {
    withLimit("0") { (session, _) =>
      val kept = table(session, StorageLevel.MEMORY_AND_DISK_2)
      assertEquals(answers(kept), wanted)
    }
  }
}
