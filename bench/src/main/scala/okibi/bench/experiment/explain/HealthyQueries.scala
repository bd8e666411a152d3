package okibi.bench.experiment.explain

import java.nio.file.{Path, Paths}

import okibi.bench.benchmark.{CachedQueries, Sides}
import okibi.bench.data.table.TpchTables
import okibi.bench.query.TableFiles
import okibi.bench.query.tpch.{Tpch, TpchQuery}

import org.apache.spark.SparkContext
import org.apache.spark.sql.SparkSession

/** All queries of TPC-H on cached tables with memory for all: nothing is wrong, and nothing is to be found. */
private[explain] object HealthyQueries
    extends Application("tpch", heap = "6g", conf = Sides.watchingConf ++ CachedQueries.sparkConf) {
  private val data = "bench.explain.tpch.data"
  private val scaleFactor = "bench.explain.tpch.scaleFactor"

  def reading(folder: Path, factor: Double): Seq[(String, String)] =
    Seq(data -> folder.toString, scaleFactor -> factor.toString)

  override def run(sc: SparkContext, units: Int, cured: Boolean, folder: Path): Double = {
    val spark = SparkSession.builder().getOrCreate()
    TpchTables.all.foreach { table =>
      spark.read
        .parquet(Tpch.files.tableFolder(Paths.get(sc.getConf.get(data)), TableFiles.zstd, table.name).toString)
        .createOrReplaceTempView(table.name)
      spark.catalog.cacheTable(table.name)
    }
    TpchQuery.all
      .map(query => spark.sql(query.text(sc.getConf.get(scaleFactor).toDouble)).collect().length.toDouble)
      .sum
  }
}
