package okibi.bench.query.tpcds

import java.nio.file.{Path, Paths}

import okibi.bench.query.TableFiles

import org.apache.spark.sql.SparkSession

/** Makes the missing tables of TPC-DS at scale factor 1, which Spark's TPCDSQueryTestSuite reads, and prints the folder
  * with a folder for each. Argument: a work folder.
  */
object TpcdsFilesMain {
  private val scaleFactor = 1.0

  def main(args: Array[String]): Unit = {
    val folder = Tpcds.files.folder(Paths.get(args.head), scaleFactor)
    if (!Tpcds.files.exist(folder)) make(folder)
    println(Tpcds.files.tableFolder(folder, TableFiles.zstd, ""))
  }

  private def make(folder: Path): Unit = {
    val spark = SparkSession
      .builder()
      .master("local[*]")
      .config("spark.ui.enabled", "false")
      .config("spark.log.level", "ERROR")
      .getOrCreate()
    try Tpcds.files.make(spark, folder, scaleFactor)
    finally spark.stop()
  }
}
