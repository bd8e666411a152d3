package okibi.bench.cluster

import org.apache.hadoop.fs.{FileSystem, LocatedFileStatus, Path}

/** What was written to an HDFS and how long that took, as its name node saw it: from the first file's creation to the last one's end.
  * It is how Tanimura and Ogawa measured, from the name node's log: whatever the writer did before and after is not in it.
  */
final case class FileSpan(bytes: Long, seconds: Double)

object FileSpan {

  /** Of all files below a folder whose names begin with a prefix; to be asked before they are read. */
  def of(fs: FileSystem, folder: Path, prefix: String): FileSpan = {
    val files = fs.listFiles(folder, true)
    val found =
      Iterator.continually(files).takeWhile(_.hasNext).map(_.next()).filter(_.getPath.getName.startsWith(prefix)).toSeq
    // HDFS keeps the time of access to the hour, so that of a new file is still when it was created; the time of change is when it was closed.
    def ms(time: LocatedFileStatus => Long): Seq[Long] = found.map(time)
    if (found.isEmpty) throw new IllegalStateException(s"$folder: no file $prefix* was written")
    FileSpan(ms(_.getLen).sum, math.max(1L, ms(_.getModificationTime).max - ms(_.getAccessTime).min) / 1000.0)
  }
}
