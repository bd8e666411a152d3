package okibi.bench.cluster

import org.apache.hadoop.fs.{FileSystem, LocatedFileStatus, Path}

/** The bytes written to an HDFS and the time that this took, as its name node saw it: from the creation of the first
  * file to the end of the last. Tanimura and Ogawa measured so, from the name node's log: the writer's work before and
  * after is not included.
  */
final case class FileSpan(bytes: Long, seconds: Double)

object FileSpan {

  /** The span of all files below a folder whose names begin with a prefix. Must be asked before the files are read. */
  def of(fs: FileSystem, folder: Path, prefix: String): FileSpan = {
    val files = fs.listFiles(folder, true)
    val found =
      Iterator.continually(files).takeWhile(_.hasNext).map(_.next()).filter(_.getPath.getName.startsWith(prefix)).toSeq
    // HDFS rounds times of access to the hour, so that a new file's is still the time of its creation; the time of
    // change is when the file was closed.
    def each(value: LocatedFileStatus => Long): Seq[Long] = found.map(value)
    if (found.isEmpty) throw new IllegalStateException(s"$folder: no file $prefix* was written")
    FileSpan(each(_.getLen).sum, math.max(1L, each(_.getModificationTime).max - each(_.getAccessTime).min) / 1000.0)
  }
}
