package okibi.explain.log

import java.io.InputStream
import java.nio.file.{Files, Path}

import okibi.explain.redact.PlainText

/** Where a log is kept. */
private[log] trait LogStore {

  /** The files of the folder in the order of their names; none when the path is no folder. */
  def list(): Option[Seq[LogFile]]

  /** The file at the path.
    *
    * @throws UnreadableLog when no file there can be read
    */
  def file(): LogFile
}

/** A file of a store.
  *
  * @param bytes    as stored, compressed or not
  * @param open     opens a stream of its bytes
  * @param isZipped whether the stream decompresses the bytes, because the file is in a zip
  */
private[log] final case class LogFile(name: String, bytes: Long, open: () => InputStream, isZipped: Boolean = false)

private[log] object LogStore {

  /** The store of a path of this machine, or of an address with a scheme when Hadoop is on the class path.
    *
    * @throws UnreadableLog when no store can reach the address
    */
  def of(path: String): LogStore = path match {
    case LocalPath(local) => new LocalStore(local)
    case remote =>
      try new HadoopStore(remote)
      catch {
        case _: NoClassDefFoundError =>
          throw new UnreadableLog(s"$path: Hadoop's file systems are not on the class path. Add them, or fetch the log")
        // Hadoop wraps the cause, such as an unknown host or a missing connector.
        case wrapped: RuntimeException =>
          val cause = Option(wrapped.getCause).getOrElse(wrapped)
          throw new UnreadableLog(s"$path: ${PlainText(String.valueOf(cause.getMessage), EventLog.longestReason)}")
      }
  }

  private final class LocalStore(path: Path) extends LogStore {
    override def list(): Option[Seq[LogFile]] =
      if (!Files.isDirectory(path)) None
      else {
        val entries = Files.list(path)
        try
          Some(
            entries.toArray.toSeq
              .collect { case file: Path if Files.isRegularFile(file) => logFile(file) }
              .sortBy(_.name)
          )
        finally entries.close()
      }

    override def file(): LogFile = logFile(path)

    private def logFile(file: Path): LogFile =
      if (!Files.isReadable(file)) throw new UnreadableLog(s"$file: no such file or folder, or it cannot be read")
      else LogFile(file.getFileName.toString, Files.size(file), () => Files.newInputStream(file))
  }
}
