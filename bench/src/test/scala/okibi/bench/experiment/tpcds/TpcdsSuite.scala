package okibi.bench.experiment.tpcds

import scala.concurrent.duration.{Duration, DurationInt}

import okibi.bench.data.table.GeneratedTable
import okibi.bench.fixture.{TempFolder, TinyRun}
import okibi.bench.query.tpcds.Tpcds

import munit.FunSuite
import org.junit.experimental.categories.Category
import org.apache.spark.sql.{Row, SparkSession}

@Category(Array(classOf[Process]))
class TpcdsSuite extends FunSuite with TempFolder {
  override val munitTimeout: Duration = 5.minutes

  private def rows(table: GeneratedTable, slices: Int): Seq[Row] = (1 to slices).flatMap(table.rows(0.01, _, slices))

  folder.test("Spark analyses all 103 queries over the tables' columns") { folder =>
    val spark = SparkSession
      .builder()
      .master("local[1]")
      .appName("tpcds queries")
      .config("spark.ui.enabled", "false")
      .config("spark.driver.host", "127.0.0.1")
      .config("spark.driver.bindAddress", "127.0.0.1")
      .config("spark.local.dir", folder.resolve("local").toString)
      .config("spark.sql.warehouse.dir", folder.resolve("warehouse").toString)
      .getOrCreate()
    try {
      Tpcds.tables.foreach(table =>
        spark.createDataFrame(java.util.Collections.emptyList[Row], table.schema).createOrReplaceTempView(table.name)
      )
      Tpcds.queries.foreach(query => assert(spark.sql(query.text(1)).columns.nonEmpty, query.name))
      assertEquals(Tpcds.queries.size, 103)
      assertEquals(
        Tpcds.query("q17").tables.map(_.name).sorted,
        Seq("catalog_sales", "date_dim", "item", "store", "store_returns", "store_sales")
      )
      assertEquals(Tpcds.queries.flatMap(_.tables).distinct.size, Tpcds.tables.size)
    } finally spark.stop()
  }

  test("rows fit their columns, and slices together are the table") {
    Tpcds.tables.filter(_.rowsAt(0.01) < 10000).foreach { table =>
      val all = rows(table, 1)
      assert(all.nonEmpty, table.name)
      assert(all.forall(_.size == table.schema.size), table.name)
      assertEquals(rows(table, 3), all, table.name)
    }
    val large = Tpcds.table("customer_demographics")
    val keys = (1 to 2).iterator.flatMap(large.rows(0.01, _, 2)).map(_.getInt(0))
    val inOrder = keys.zipWithIndex.map { case (key, at) => if (key == at + 1) 1L else fail(s"key $key at $at") }
    assertEquals(inOrder.sum, large.rowsAt(0.01))
  }

  folder.test("stock and Okibi give the same answers") { folder =>
    val (outcome, text) = TinyRun(
      TpcdsBenchmark,
      folder,
      Set("geomean"),
      options => options.copy(selection = options.selection.copy(queries = Set(3, 52)))
    )
    assertEquals(outcome.errors, Nil, text)
    assertEquals(outcome.headlines.map(_.name), Seq("tpcds.geomean", "tpcds.worst"))
  }
}
