package okibi.bench.experiment.terasort

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path

/** Reads files of an HDFS from their beginning to their end, without looking at the bytes, and writes a file in small
  * pieces.
  */
private[terasort] object HdfsCost {
  private val blockBytes = 128 << 10

  /** Files of a folder with their sizes, in the order of their names. */
  def files(conf: Configuration, folder: Path): Seq[(Path, Long)] =
    folder
      .getFileSystem(conf)
      .listStatus(folder)
      .toSeq
      .filter(file => file.isFile && !file.getPath.getName.startsWith("_"))
      .map(file => file.getPath -> file.getLen)
      .sortBy(_._1)

  /** Reads about `maxBytes` bytes of a file at most, and returns their number. */
  def read(conf: Configuration, file: Path, maxBytes: Long): Long = {
    val in = file.getFileSystem(conf).open(file)
    try {
      val block = new Array[Byte](blockBytes)
      var total = 0L
      var count = in.read(block)
      while (count >= 0 && total < maxBytes) {
        total += count
        count = in.read(block)
      }
      total
    } finally in.close()
  }

  /** Writes records of two pieces each, as TeraSort's reduce tasks do, and removes the file.
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
