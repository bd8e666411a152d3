package okibi.spark.sql.plan

import java.nio.file.{Files, Path, Paths}

import munit.FunSuite
import okibi.spark.kit.CachedTableFormat
import okibi.spark.sql.prune.PruningSerializer
import org.apache.spark.sql.{DataFrame, Row, SparkSession}
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.adaptive.AdaptiveSparkPlanHelper

import scala.concurrent.duration.{Duration, DurationInt}

/** A session with Okibi's rules for all tests of a suite. */
abstract class PlanFixture extends FunSuite with AdaptiveSparkPlanHelper {
  override val munitTimeout: Duration = 5.minutes

  protected var spark: SparkSession = _

  /** A new one, in the build's. */
  protected def folder(name: String): Path =
    Files.createTempDirectory(Paths.get(System.getProperty("java.io.tmpdir")), name)

  protected def settings: Seq[(String, String)] = Nil

  override def beforeAll(): Unit = {
    val local = folder("spark-local")
    val builder = SparkSession
      .builder()
      .master("local[2]")
      .appName("suite")
      .config("spark.ui.enabled", "false")
      .config("spark.driver.host", "127.0.0.1")
      .config("spark.driver.bindAddress", "127.0.0.1")
      .config("spark.local.dir", local.toString)
      .config("spark.sql.warehouse.dir", local.resolve("warehouse").toString)
      .config("spark.sql.shuffle.partitions", "3")
      .config("spark.sql.extensions", classOf[OkibiExtensions].getName)
      .config("spark.sql.cache.serializer", classOf[PruningSerializer].getName)
    settings.foreach { case (key, value) => builder.config(key, value) }
    CachedTableFormat.forget()
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
  }

  override def afterAll(): Unit = {
    spark.stop()
    SparkSession.clearActiveSession()
    SparkSession.clearDefaultSession()
    CachedTableFormat.forget()
  }

  override def afterEach(context: AfterEach): Unit = {
    spark.catalog.clearCache()
    changed.foreach(spark.conf.unset)
    changed = Nil
  }

  private var changed: List[String] = Nil

  protected def set(key: String, value: Any): Unit = {
    changed ::= key
    spark.conf.set(key, value.toString)
  }

  protected def adaptive(on: Boolean): Unit = set("spark.sql.adaptive.enabled", on)

  /** The table in the cache, filled. */
  protected def cached(table: DataFrame): DataFrame = {
    table.cache()
    table.count()
    table
  }

  protected def scans(table: DataFrame): Seq[PrunedTableScan] = {
    val plan: SparkPlan = table.queryExecution.executedPlan
    collect(plan) { case scan: PrunedTableScan => scan }
  }

  /** The query's rows without Okibi's scan. */
  protected def stock(query: => DataFrame): Seq[Row] = {
    spark.conf.set("spark.okibi.tables.scan.enabled", "false")
    try query.collect().toSeq
    finally spark.conf.unset("spark.okibi.tables.scan.enabled")
  }

  protected def sorted(rows: Seq[Row]): Seq[String] = rows.map(_.toString).sorted
}
