package okibi.explain.log

import java.io.InputStream
import java.nio.file.{Files, Path}

import okibi.explain.redact.PlainText

/** Where a log is kept. */
private[log] trait LogStore {

  /** The files of the folder in the order of their names; none when it is no folder. */
  def list(): Option[Seq[LogFile]]

  /** @throws UnreadableLog when there is none that can be read */
  def file(): LogFile
}

/** A file of a store.
  *
  * @param bytes    as they are kept, compressed or not
  * @param open     its bytes
  * @param isZipped whether these are more than are kept, since it is in a zip
  */
private[log] final case class LogFile(name: String, bytes: Long, open: () => InputStream, isZipped: Boolean = false)

private[log] object LogStore {

  /** For paths of this machine, and for those with a scheme when Hadoop is on the class path.
    *
    * @throws UnreadableLog when there is no way to such a path
    */
  def of(path: String): LogStore = path match {
    case LocalPath(local) => new LocalStore(local)
    case remote =>
      try new HadoopStore(remote)
      catch {
        case _: NoClassDefFoundError =>
          throw new UnreadableLog(s"$path: it needs Hadoop's file systems, which are not on the class path")
        // A host that nobody knows, a connector that is not there: Hadoop wraps what it is.
        case wrapped: RuntimeException =>
          throw new UnreadableLog(
            s"$path: ${PlainText(String.valueOf(Option(wrapped.getCause).getOrElse(wrapped).getMessage), EventLog.longestReason)}"
          )
      }
  }

  private final class LocalStore(path: Path) extends LogStore {
    override def list(): Option[Seq[LogFile]] =
      if (!Files.isDirectory(path)) None
      else {
        val entries = Files.list(path)
        try
          Some(
            entries.toArray.toSeq.collect { case file: Path if Files.isRegularFile(file) => one(file) }.sortBy(_.name)
          )
        finally entries.close()
      }

    override def file(): LogFile = one(path)

    private def one(file: Path): LogFile =
      if (!Files.isReadable(file)) throw new UnreadableLog(s"$file: no such file or folder that can be read")
      else LogFile(file.getFileName.toString, Files.size(file), () => Files.newInputStream(file))
  }
}
