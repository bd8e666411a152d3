package okibi.spark.sql.table

import java.nio.file.{Files, Paths}

import scala.concurrent.duration._

import munit.FunSuite
import okibi.core.conf.{DiskConf, TableConf}
import okibi.core.kit.{Tmpfs, WaitUntil}
import okibi.core.metric.TableMetrics
import okibi.spark.sql.kit.Sessions
import okibi.spark.sql.fixture.ProcessFiles

import org.apache.spark.sql.{DataFrame, SparkSession}

/** Okibi's figures of the files of cached tables, against those of the kernel for the whole process. */
class TableMemorySuite extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  private def cached(session: SparkSession): DataFrame =
    session.range(0, 400000, 1, 8).selectExpr("id", "xxhash64(id) as h", "concat('text ', id) as s").cache()

  private def sums(table: DataFrame): Seq[Any] =
    table.selectExpr("count(1)", "sum(id)", "sum(h % 1000)", "max(s)").head().toSeq

  /** As Spark names temporary files of its local directories. */
  private val name = "temp_local_"

  /** The mapped bytes of each file, by its number. */
  private def mappedByFile: Map[String, Long] = ProcessFiles.mappedBytesBelow(Paths.get(name))

  /** The length of each open file, by its number. */
  private def openByFile: Map[String, Long] = ProcessFiles
    .descriptorsBelow(Paths.get(name))
    .map { case (link, _) => Files.getAttribute(link, "unix:ino").toString -> Files.size(link) }
    .toMap

  /** The kernel counts whole pages. */
  private def agree(found: Long, ofKernel: Map[String, Long]): Boolean =
    found <= ofKernel.values.sum && found > ofKernel.values.sum - 4096L * (ofKernel.size + 1)

  /** Files of earlier suites may be collected at any time. */
  private def waitForTheKernelsFigures(): Unit = {
    WaitUntil("Okibi's mapped bytes are the kernel's", 30) {
      agree(TableMemory.counters.value(TableMetrics.tableMappedBytes), mappedByFile)
    }
    WaitUntil("Okibi's bytes of files are the kernel's", 30) {
      agree(TableMemory.counters.value(TableMetrics.tableFileBytes), mappedByFile ++ openByFile)
    }
  }

  Seq(None, Some("3m"), Some("0")).foreach { limit =>
    test(s"the figures are the kernel's, limit ${limit.getOrElse("none")}") {
      val settings = limit.map(TableConf.residentMemory.key -> _).toSeq
      Sessions.withSession(settings: _*) { (session, local) =>
        val table = cached(session)
        val held = ColumnFile.heldBytes
        sums(table)
        waitForTheKernelsFigures()
        assert((mappedByFile ++ openByFile).size >= 8)
        assert(ProcessFiles.mappedBelow(local).nonEmpty || limit.contains("0"))
        table.unpersist(blocking = true)
        WaitUntil("the files are gone", 30)(ColumnFile.heldBytes <= held)
        waitForTheKernelsFigures()
      }
    }
  }

  private def waitUntilNoFileIsLeft(): Unit = WaitUntil("files of earlier tests are collected", 60) {
    System.gc()
    ColumnFile.heldBytes == 0
  }

  test("files hold no more than the disk quota, and the rest stays with Spark") {
    val wanted = Sessions.withSession()((session, _) => sums(cached(session)))
    Seq("0", "3m", "0%", "100%").foreach { quota =>
      waitUntilNoFileIsLeft()
      Sessions.withSession(DiskConf.quota.key -> quota) { (session, _) =>
        val table = cached(session)
        (1 to 2).foreach(_ => assertEquals(sums(table), wanted, quota))
        val held = TableMemory.counters.value(TableMetrics.extraDiskBytes)
        assertEquals(held, ColumnFile.heldBytes, quota)
        quota match {
          case "0" | "0%" => assertEquals(held, 0L, quota)
          case "3m" =>
            // Each task may exceed the limit by one batch, which is no larger than a partition of this table.
            val tasks = session.sparkContext.defaultParallelism
            assert(held > (1 << 20) && held < (3 << 20) + tasks * (2 << 20), held)
          case _ => assert(held > (8 << 20), held)
        }
        table.unpersist(blocking = true)
        waitUntilNoFileIsLeft()
        assertEquals(TableMemory.counters.value(TableMetrics.extraDiskBytes), 0L, quota)
      }
    }
  }

  test("on a tmpfs the files hold no more than may be mapped, and the rest stays with Spark") {
    assume(Tmpfs.isThere, Tmpfs.missing)
    val wanted = Sessions.withSession()((session, _) => sums(cached(session)))
    Seq("0", "3m", "100m").foreach { limit =>
      Tmpfs.withFolder { local =>
        Sessions.withSession("spark.local.dir" -> local.toString, TableConf.residentMemory.key -> limit) {
          (session, _) =>
            waitUntilNoFileIsLeft()
            val table = cached(session)
            (1 to 2).foreach(_ => assertEquals(sums(table), wanted, limit))
            val limitBytes = TableConf.residentMemory.parse(limit).get
            assert(ColumnFile.heldBytes <= limitBytes, (limit, ColumnFile.heldBytes))
            assertEquals(ColumnFile.heldBytes > 0, limit != "0")
            assertEquals(ProcessFiles.openBelow(local), Nil, "a mapped file of a tmpfs need not stay open")
            waitForTheKernelsFigures()
            table.unpersist(blocking = true)
            WaitUntil("the files are gone", 30)(ColumnFile.heldBytes == 0)
        }
      }
    }
  }
}
