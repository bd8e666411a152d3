package okibi.spark.kit

import java.io.RandomAccessFile
import java.nio.file.{Path, Paths}

import org.apache.spark.SparkContext

/** Files of cached blocks on the disk of an embedded Spark, and ways to damage them. */
object BlockFiles {

  /** In the order of RDDs and partitions. */
  def all(context: SparkContext): Seq[Path] =
    FileTree
      .files(Paths.get(context.getConf.get("spark.local.dir")))
      .filter(_.getFileName.toString.startsWith("rdd_"))
      .sortBy(_.getFileName.toString)

  /** What happens to a file, by name. */
  val damages: Seq[(String, Path => Unit)] = Seq[(String, RandomAccessFile => Unit)](
    "empty" -> (_.setLength(0)),
    "cut in the first bytes" -> (_.setLength(5)),
    "cut in the middle" -> (bytes => bytes.setLength(bytes.length / 2)),
    "cut by a byte" -> (bytes => bytes.setLength(bytes.length - 1)),
    "damaged at the start" -> { bytes => bytes.seek(0); bytes.write(Array.fill[Byte](16)(0x55)) },
    "damaged in the middle" -> { bytes => bytes.seek(bytes.length / 2); bytes.write(Array.fill[Byte](16)(0x55)) },
    "damaged at the end" -> { bytes => bytes.seek(bytes.length - 3); bytes.write(0x55) }
  ).map { case (name, how) => name -> ((file: Path) => change(file)(how)) }

  def change(file: Path)(how: RandomAccessFile => Unit): Unit = {
    val bytes = new RandomAccessFile(file.toFile, "rw")
    try how(bytes)
    finally bytes.close()
  }
}
