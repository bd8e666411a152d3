package okibi.bench.experiment.tpch

import java.nio.file.{Files, Path}

import scala.concurrent.duration.{Duration, DurationInt}

import okibi.bench.benchmark.CachedQueries
import okibi.bench.data.table.TpchTables
import okibi.bench.query.TableFiles
import okibi.bench.fixture.TempFolder
import okibi.bench.query.tpch.{Tpch, TpchQuery}
import okibi.core.kit.DuckDb

import munit.FunSuite
import org.apache.spark.sql.SparkSession

/** Checks the data and the queries with another engine: DuckDB must give the same answers from the same files. */
class TpchAnswersSuite extends FunSuite with TempFolder {
  override val munitTimeout: Duration = 5.minutes

  private val scaleFactor = 0.01

  private def withSpark[T](folder: Path)(work: SparkSession => T): T = {
    val builder = SparkSession
      .builder()
      .master("local[2]")
      .appName("tpch answers")
      .config("spark.log.level", "ERROR")
      .config("spark.ui.enabled", "false")
      .config("spark.driver.host", "127.0.0.1")
      .config("spark.driver.bindAddress", "127.0.0.1")
      .config("spark.local.dir", folder.resolve("local").toString)
      .config("spark.sql.warehouse.dir", folder.resolve("warehouse").toString)
    val spark =
      CachedQueries.sparkConf.foldLeft(builder) { case (b, (key, value)) => b.config(key, value) }.getOrCreate()
    try work(spark)
    finally spark.stop()
  }

  folder.test("all 22 queries answer as DuckDB does, and the tables have the standard's number of rows") { folder =>
    withSpark(folder) { spark =>
      Tpch.files.make(spark, folder, scaleFactor)
      assert(Tpch.files.exist(folder))
      TpchTables.all.foreach(table =>
        spark.read
          .parquet(Tpch.files.tableFolder(folder, TableFiles.zstd, table.name).toString)
          .createOrReplaceTempView(table.name)
      )
      val duck = new DuckDb
      try {
        TpchTables.all.foreach { table =>
          val files = Tpch.files.tableFolder(folder, TableFiles.uncompressed, table.name)
          duck.execute(s"create view ${table.name} as select * from read_parquet('$files/*.parquet')")
          if (table.name != "lineitem")
            assertEquals(spark.table(table.name).count(), table.rowsAt(scaleFactor), table.name)
        }
        assertEquals(spark.table("lineitem").count(), 60175L)
        TpchQuery.all.foreach { query =>
          val text = query.text(scaleFactor)
          val found = spark.sql(text).collect().toSeq.map(_.toSeq.map(cell))
          assertSame(query.name, found, duck.rows(text).map(_.map(cell)))
        }
      } finally duck.close()
    }
  }

  folder.test("existing tables are not made again, and missing ones are") { folder =>
    withSpark(folder) { spark =>
      Tpch.files.make(spark, folder, 0.001)
      val region = Tpch.files.tableFolder(folder, TableFiles.zstd, "region")
      val before = Files.getLastModifiedTime(region)
      okibi.bench.runner.RunScope.delete(Tpch.files.tableFolder(folder, TableFiles.uncompressed, "nation"))
      assert(!Tpch.files.exist(folder))
      Tpch.files.make(spark, folder, 0.001)
      assert(Tpch.files.exist(folder))
      assertEquals(Files.getLastModifiedTime(region), before)
    }
  }

  /** Numbers as doubles, everything else as text: the engines use different types for averages and sums. */
  private def cell(value: Any): Any = value match {
    case number: Number => number.doubleValue
    case other => String.valueOf(other)
  }

  private def assertSame(query: String, found: Seq[Seq[Any]], expected: Seq[Seq[Any]]): Unit = {
    assertEquals(found.size, expected.size, query)
    assert(found.nonEmpty, query)
    val order =
      Ordering.by((row: Seq[Any]) => row.map { case n: Double => f"$n%.2f"; case text => text.toString }.mkString("|"))
    found.sorted(order).zip(expected.sorted(order)).foreach { case (a, b) =>
      val equal = a.size == b.size && a.zip(b).forall {
        case (x: Double, y: Double) => math.abs(x - y) <= 1e-6 + 1e-9 * math.abs(y)
        case (x, y) => x == y
      }
      assert(equal, s"$query: $a, but DuckDB says $b")
    }
  }
}
