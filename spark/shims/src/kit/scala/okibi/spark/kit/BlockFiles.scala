package okibi.spark.kit

import java.io.{File, RandomAccessFile}

import org.apache.spark.SparkContext

/** Files of cached blocks on the disk of an embedded Spark, and ways to damage them. */
object BlockFiles {

  /** In the order of RDDs and partitions. */
  def all(context: SparkContext): Seq[File] = {
    def under(folder: File): Seq[File] =
      Option(folder.listFiles()).toSeq.flatten.flatMap(file => if (file.isDirectory) under(file) else Seq(file))
    under(new File(context.getConf.get("spark.local.dir"))).filter(_.getName.startsWith("rdd_")).sortBy(_.getName)
  }

  /** What happens to a file, by name. */
  val damages: Seq[(String, File => Unit)] = Seq[(String, RandomAccessFile => Unit)](
    "empty" -> (_.setLength(0)),
    "cut in the first bytes" -> (_.setLength(5)),
    "cut in the middle" -> (bytes => bytes.setLength(bytes.length / 2)),
    "cut by a byte" -> (bytes => bytes.setLength(bytes.length - 1)),
    "damaged at the start" -> { bytes => bytes.seek(0); bytes.write(Array.fill[Byte](16)(0x55)) },
    "damaged in the middle" -> { bytes => bytes.seek(bytes.length / 2); bytes.write(Array.fill[Byte](16)(0x55)) },
    "damaged at the end" -> { bytes => bytes.seek(bytes.length - 3); bytes.write(0x55) }
  ).map { case (name, how) => name -> ((file: File) => changed(file)(how)) }

  private def changed(file: File)(how: RandomAccessFile => Unit): Unit = {
    val bytes = new RandomAccessFile(file, "rw")
    try how(bytes)
    finally bytes.close()
  }
}
