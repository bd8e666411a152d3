package okibi.spark.sql.table

import java.nio.file.{Files, Paths}

import scala.concurrent.duration._

import munit.FunSuite
import okibi.spark.sql.kit.Sessions

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.execution.columnar.InMemoryRelation
import org.apache.spark.sql.internal.{SQLConf, StaticSQLConf}

/** Spark's settings for cached tables take effect, or a warning says that they do not. */
class SparkSettingsSuite extends FunSuite {
  override val munitTimeout: Duration = 5.minutes

  private val batchSize = "spark.sql.inMemoryColumnarStorage.batchSize"

  /** The number of rows of each batch of a table with one partition. */
  private def batches(session: SparkSession, rows: Int): Seq[Int] = {
    val table = session
      .range(0, rows, 1, 1)
      .selectExpr("id", "concat('some text ', id) as s", "if(id % 3 = 0, null, id) as n")
      .persist()
    try {
      assertEquals(
        table.selectExpr("sum(id)", "sum(length(s))", "count(n)").collect().toSeq,
        session
          .range(0, rows, 1, 3)
          .selectExpr("sum(id)", "sum(length(concat('some text ', id)))", s"$rows - count_if(id % 3 = 0)")
          .collect()
          .toSeq
      )
      val relation = table.queryExecution.withCachedData.collectFirst { case found: InMemoryRelation => found }.get
      relation.cacheBuilder.cachedColumnBuffers.map(_.numRows).collect().toSeq
    } finally table.unpersist(blocking = true)
  }

  test("a batch has as many rows as the application or the session sets, else Okibi's own number") {
    Sessions.withSession() { (session, _) =>
      assertEquals(batches(session, 70000), Seq(32768, 32768, 4464))
      Seq(10 -> 3, 511 -> 3, 512 -> 2, 513 -> 3, 10000 -> 7, 50000 -> 2).foreach { case (size, count) =>
        session.conf.set(batchSize, size.toString)
        val rows = size * (count - 1) + 1
        assertEquals(batches(session, rows), Seq.fill(count - 1)(size) :+ 1, s"$size rows")
      }
      session.conf.unset(batchSize)
      assertEquals(batches(session, 40000), Seq(32768, 7232), "a reused writer forgets the setting")
    }
    Sessions.withSession(batchSize -> "1000")((session, _) =>
      assertEquals(batches(session, 2500), Seq(1000, 1000, 500))
    )
  }

  test("a setting without effect gives one warning; a value that asks for what Okibi does anyway gives none") {
    val conf = new SQLConf
    assertEquals(UnusedSettings.newWarnings(conf), Nil)
    conf.setConfString("spark.sql.inMemoryColumnarStorage.compressed", "true")
    conf.setConfString("spark.sql.columnVector.offheap.enabled", "true")
    assertEquals(UnusedSettings.newWarnings(conf), Nil)
    conf.setConfString("spark.sql.inMemoryColumnarStorage.compressed", "false")
    assertEquals(
      UnusedSettings.newWarnings(conf),
      Seq(
        "spark.sql.inMemoryColumnarStorage.compressed=false has no effect on cached tables: " +
          "with Okibi columns are always encoded."
      )
    )
    assertEquals(UnusedSettings.newWarnings(conf), Nil)
  }

  /** Every key that this line of Spark has, internal keys too. */
  private def keys: Seq[String] = Seq(SQLConf, StaticSQLConf).flatMap { owner =>
    owner.getClass.getMethods.toSeq
      .filter(method => method.getParameterCount == 0 && method.getReturnType.getName.endsWith("ConfigEntry"))
      .map(_.invoke(owner))
      .map(entry => entry.getClass.getMethod("key").invoke(entry).toString)
  }

  private val ofCachedTables = Seq(
    "spark.sql.inMemory",
    "spark.sql.columnVector.",
    "spark.sql.cache.",
    "spark.sql.dataframeCache.",
    "spark.sql.defaultCacheStorageLevel",
    "spark.sql.optimizer.canChangeCachedPlanOutputPartitioning"
  )

  test("docs/tables.md lists every setting of Spark for cached tables") {
    val docs = new String(Files.readAllBytes(Paths.get(System.getProperty("okibi.root"), "docs", "tables.md")), "UTF-8")
    val own = keys.filter(key => ofCachedTables.exists(key.startsWith(_)))
    assert(own.size >= 8, own.toString)
    assertEquals(own.filterNot(key => docs.contains(s"`$key`")), Nil)
  }
}
