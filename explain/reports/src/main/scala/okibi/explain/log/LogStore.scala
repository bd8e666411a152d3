package okibi.explain.log

import java.io.InputStream
import java.net.URI
import java.nio.file.{Files, Path}

import scala.util.Try
import scala.util.matching.Regex

/** Where logs are kept. */
private[log] trait LogStore {

  /** The files of a folder in the order of their names; none when the path is not that of a folder. */
  def list(path: String): Option[Seq[LogFile]]

  /** @throws UnreadableLog when there is none that can be read */
  def file(path: String): LogFile
}

/** A file of a store.
  *
  * @param bytes as they are kept, compressed or not
  */
private[log] final case class LogFile(name: String, bytes: Long, open: () => InputStream)

private[log] object LogStore {

  /** For paths of this machine, and for those with a scheme when Hadoop is on the class path.
    *
    * @throws UnreadableLog when there is no way to such a path
    */
  def of(path: String): LogStore = path match {
    case Local.uri(_) => Local
    case remote(scheme) =>
      try new HadoopStore(path)
      catch { case _: NoClassDefFoundError => throw new UnreadableLog(s"$path: $scheme: needs Hadoop's file systems, which are not on the class path") }
    case _ => Local
  }

  private val remote = "([a-zA-Z][a-zA-Z0-9+.-]+):/.*".r

  private object Local extends LogStore {

    /** With one slash, as Spark prints it, or with three. */
    val uri: Regex = "file:(?://)?(/.*)".r

    private def at(path: String): Path = path match {
      case uri(name) => Try(Path.of(new URI(s"file:$name"))).getOrElse(Path.of(name))
      case name => Path.of(name)
    }

    override def list(path: String): Option[Seq[LogFile]] = {
      val folder = at(path)
      if (!Files.isDirectory(folder)) None
      else {
        val entries = Files.list(folder)
        try Some(entries.toArray.toSeq.collect { case file: Path if Files.isRegularFile(file) => one(file) }.sortBy(_.name))
        finally entries.close()
      }
    }

    override def file(path: String): LogFile = one(at(path))

    private def one(file: Path): LogFile =
      if (!Files.isReadable(file)) throw new UnreadableLog(s"$file: no such file or folder that can be read")
      else LogFile(file.getFileName.toString, Files.size(file), () => Files.newInputStream(file))
  }
}
