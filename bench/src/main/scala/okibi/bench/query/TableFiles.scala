package okibi.bench.query

import java.nio.file.{Files, FileSystemException, Path, StandardCopyOption}

import okibi.bench.data.table.GeneratedTable
import okibi.bench.runner.RunScope

import org.apache.spark.sql.SparkSession

/** The tables of a suite at a scale factor as Parquet files, once for each codec:
  * `<folder>/<codec>/<table>/part-*.parquet`. Each file has consecutive rows and one row group.
  */
final class TableFiles private[query] (suite: QuerySuite) {

  /** Folder of the data of a scale factor, below the work folder. */
  def folder(work: Path, scaleFactor: Double): Path =
    work.resolve(s"${suite.name}-${TableFiles.layoutVersion}").resolve(s"sf$scaleFactor")

  def tableFolder(folder: Path, codec: String, table: String): Path = folder.resolve(codec).resolve(table)

  def exist(folder: Path, tables: Seq[GeneratedTable] = suite.tables): Boolean =
    suite.codecs.forall(codec => tables.forall(table => Files.isDirectory(tableFolder(folder, codec, table.name))))

  /** Makes the missing tables. A table appears complete or not at all. */
  def make(spark: SparkSession, folder: Path, scaleFactor: Double, tables: Seq[GeneratedTable] = suite.tables): Unit =
    tables.foreach { table =>
      val source = tableFolder(folder, suite.codecs.head, table.name)
      if (!Files.isDirectory(source)) write(source) { to =>
        val slices =
          math.max(1, (table.rowsAt(scaleFactor) + TableFiles.rowsPerFile - 1) / TableFiles.rowsPerFile).toInt
        val (tableSuite, name) = (suite, table.name) // The table has a generator, which is not serializable.
        val rows = spark.sparkContext
          .parallelize(1 to slices, slices)
          .flatMap(slice => tableSuite.table(name).rows(scaleFactor, slice, slices))
        spark
          .createDataFrame(rows, table.schema)
          .write
          .option("maxRecordsPerFile", TableFiles.rowsPerFile)
          .option("compression", suite.codecs.head)
          .parquet(to)
      }
      suite.codecs.tail.foreach { codec =>
        val derived = tableFolder(folder, codec, table.name)
        if (!Files.isDirectory(derived))
          write(derived)(to => spark.read.parquet(source.toString).write.option("compression", codec).parquet(to))
      }
    }

  private def write(target: Path)(writeTo: String => Unit): Unit = {
    Files.createDirectories(target.getParent)
    val unfinished = Files.createTempDirectory(target.getParent, "unfinished-")
    try {
      val folder = unfinished.resolve("table")
      writeTo(folder.toString)
      try Files.move(folder, target, StandardCopyOption.ATOMIC_MOVE)
      catch { case _: FileSystemException if Files.isDirectory(target) => () } // Another process has made it meanwhile.
    } finally RunScope.delete(unfinished)
  }
}

object TableFiles {
  val zstd = "zstd"
  val uncompressed = "uncompressed"

  /** Rows of a file: few enough for one task of a small heap. */
  private val rowsPerFile = 200000L

  /** Version of the files' layout; increased when the files are made differently. */
  private val layoutVersion = 1
}
