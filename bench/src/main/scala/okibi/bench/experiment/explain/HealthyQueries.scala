package okibi.bench.experiment.explain

import java.nio.file.{Path, Paths}

import okibi.bench.benchmark.{CachedQueries, StandardVariants}
import okibi.bench.data.table.TpchTables
import okibi.bench.query.TableFiles
import okibi.bench.query.tpch.{Tpch, TpchQuery}

import org.apache.spark.SparkContext
import org.apache.spark.sql.SparkSession

/** All queries of TPC-H on cached tables, with memory for all of them: an application without problems, in which
  * nothing should be found.
  */
private[explain] object HealthyQueries
    extends ExplainedApplication(
      "tpch",
      heap = "6g",
      conf = StandardVariants.observingConf ++ CachedQueries.sparkConf
    ) {
  private val dataKey = "bench.explain.tpch.data"
  private val scaleFactorKey = "bench.explain.tpch.scaleFactor"

  /** Settings for the tables of a folder. */
  def tablesConf(folder: Path, factor: Double): Seq[(String, String)] =
    Seq(dataKey -> folder.toString, scaleFactorKey -> factor.toString)

  override def run(sc: SparkContext, units: Int, cured: Boolean, folder: Path): Double = {
    val spark = SparkSession.builder().getOrCreate()
    TpchTables.all.foreach { table =>
      spark.read
        .parquet(Tpch.files.tableFolder(Paths.get(sc.getConf.get(dataKey)), TableFiles.zstd, table.name).toString)
        .createOrReplaceTempView(table.name)
      spark.catalog.cacheTable(table.name)
    }
    TpchQuery.all
      .map(query => spark.sql(query.text(sc.getConf.get(scaleFactorKey).toDouble)).collect().length.toDouble)
      .sum
  }
}
