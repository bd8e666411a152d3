package okibi.bench.experiment.terasort

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path

/** Reading files of an HDFS from their beginning to their end, without a look at the bytes, and writing one in small pieces. */
private[terasort] object HdfsCost {
  private val blockBytes = 128 << 10

  /** Files of a folder, in the order of their names. */
  def files(conf: Configuration, folder: Path): Seq[(Path, Long)] =
    folder
      .getFileSystem(conf)
      .listStatus(folder)
      .toSeq
      .filter(file => file.isFile && !file.getPath.getName.startsWith("_"))
      .map(file => file.getPath -> file.getLen)
      .sortBy(_._1)

  /** Reads a file, at most so many bytes of it, and returns how many. */
  def read(conf: Configuration, file: Path, most: Long): Long = {
    val in = file.getFileSystem(conf).open(file)
    try {
      val block = new Array[Byte](blockBytes)
      var all = 0L
      var count = in.read(block)
      while (count >= 0 && all < most) {
        all += count
        count = in.read(block)
      }
      all
    } finally in.close()
  }

  /** Writes so many records of two pieces each, as TeraSort's reduce tasks do, and removes the file.
    *
    * @return bytes written
    */
  def write(conf: Configuration, file: Path, records: Long, key: Array[Byte], value: Array[Byte]): Long = {
    val fs = file.getFileSystem(conf)
    try {
      val out = fs.create(file, 1.toShort)
      try {
        var record = 0L
        while (record < records) {
          out.write(key, 0, key.length)
          out.write(value, 0, value.length)
          record += 1
        }
      } finally out.close()
      records * (key.length + value.length)
    } finally {
      fs.delete(file, false)
      ()
    }
  }
}
