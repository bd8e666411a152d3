package okibi.explain.log

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileStatus, FileSystem, Path}

/** A log on any file system that Hadoop knows: HDFS, and S3 where its connector is on the class path. */
private[log] final class HadoopStore(address: String) extends LogStore {
  private val path = new Path(address)
  private val system: FileSystem = path.getFileSystem(HadoopStore.conf)

  override def list(): Option[Seq[LogFile]] =
    if (system.getFileStatus(path).isFile) None
    else Some(system.listStatus(path).toSeq.filter(_.isFile).map(logFile).sortBy(_.name))

  override def file(): LogFile = logFile(system.getFileStatus(path))

  private def logFile(status: FileStatus): LogFile =
    LogFile(status.getPath.getName, status.getLen, () => system.open(status.getPath))
}

private object HadoopStore {

  /** Fails soon when a server does not answer, and not after Hadoop's 45 attempts: a person waits at a terminal. */
  private def conf: Configuration = {
    val conf = new Configuration
    conf.setInt("ipc.client.connect.max.retries", 1)
    conf.setInt("ipc.client.connect.max.retries.on.timeouts", 1)
    conf
  }
}
