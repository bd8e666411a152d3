package okibi.bench.tpch

import java.nio.file.{Files, Path, StandardCopyOption}

import okibi.bench.runner.RunScope

import org.apache.spark.sql.SparkSession

/** The tables of a scale factor as Parquet files, once for each codec: `<folder>/<codec>/<table>/part-*.parquet`, each file
  * a slice of consecutive keys and one row group.
  */
object TpchData {
  val zstd = "zstd"
  val uncompressed = "uncompressed"
  val codecs: Seq[String] = Seq(zstd, uncompressed)

  /** Rows of a file: small enough for one task of a small heap. */
  private val rowsPerFile = 200000L

  /** What the files are made by; counts up when they are made differently. */
  private val layout = 1

  /** Where the data of a scale factor are, below the work folder. */
  def folder(work: Path, scaleFactor: Double): Path = work.resolve(s"tpch-$layout").resolve(s"sf$scaleFactor")

  def tableFolder(folder: Path, codec: String, table: String): Path = folder.resolve(codec).resolve(table)

  def isThere(folder: Path): Boolean = codecs.forall(codec => TpchTables.all.forall(table => Files.isDirectory(tableFolder(folder, codec, table.name))))

  /** Makes what is missing; a table is there whole or not at all. The compressed files are the source of the others. */
  def make(spark: SparkSession, folder: Path, scaleFactor: Double): Unit = TpchTables.all.foreach { table =>
    val compressed = tableFolder(folder, zstd, table.name)
    if (!Files.isDirectory(compressed)) write(compressed) { to =>
      val files = math.max(1, (table.rowsAt(scaleFactor) + rowsPerFile - 1) / rowsPerFile).toInt
      val name = table.name // The table itself holds a generator, which cannot travel.
      val rows = spark.sparkContext.parallelize(1 to files, files).flatMap(slice => TpchTables(name).rows(scaleFactor, slice, files))
      spark.createDataFrame(rows, table.schema).write.option("compression", zstd).parquet(to)
    }
    val plain = tableFolder(folder, uncompressed, table.name)
    if (!Files.isDirectory(plain)) write(plain) { to =>
      spark.read.parquet(compressed.toString).write.option("compression", uncompressed).parquet(to)
    }
  }

  private def write(target: Path)(writeTo: String => Unit): Unit = {
    Files.createDirectories(target.getParent)
    val unfinished = Files.createTempDirectory(target.getParent, "unfinished-")
    try {
      val folder = unfinished.resolve("table")
      writeTo(folder.toString)
      Files.move(folder, target, StandardCopyOption.ATOMIC_MOVE)
    } finally RunScope.delete(unfinished)
  }
}
