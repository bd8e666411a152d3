package okibi.explain.log

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileStatus, FileSystem, Path}

/** Logs on any file system that Hadoop knows: HDFS, and S3 where its connector is on the class path. */
private[log] final class HadoopStore(root: String) extends LogStore {
  private val system: FileSystem = new Path(root).getFileSystem(new Configuration)

  override def list(path: String): Option[Seq[LogFile]] =
    if (system.getFileStatus(new Path(path)).isFile) None
    else Some(system.listStatus(new Path(path)).toSeq.filter(_.isFile).map(one).sortBy(_.name))

  override def file(path: String): LogFile = one(system.getFileStatus(new Path(path)))

  private def one(status: FileStatus): LogFile = LogFile(status.getPath.getName, status.getLen, () => system.open(status.getPath))
}
