package okibi.explain.log

import java.io.{FilterInputStream, IOException, InputStream}
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}
import java.util.zip.{ZipEntry, ZipException, ZipFile}

import scala.util.control.NonFatal

import okibi.explain.redact.PlainText

/** The event log in a zip, as the History Server gives it away (`/applications/ID/logs`): a file, or a rolling log's folder, for each attempt at the application.
  *
  * It is read where it is. Names of entries are names and no paths, so that none leads anywhere.
  */
private[log] object ZippedLog {
  private val magics = Seq("PK\u0003\u0004", "PK\u0005\u0006")

  /** More files than any log has. */
  private val mostEntries = 20000

  /** Of those that could each be a log of a single file. */
  private val mostLookedAt = 1000
  private val mostNamed = 5
  private val longestName = 200

  def isZip(file: LogFile): Boolean = magics.contains(new String(Head.of(file, magics.head.length), ISO_8859_1))

  /** @throws UnreadableLog when there is no log in it, or more than one application's */
  def at(path: Path): LogParts = {
    def refused(why: String): Nothing = throw new UnreadableLog(s"$path: $why")
    val logs = reading(path) { zip =>
      if (zip.size > mostEntries)
        refused(s"a zip of ${zip.size} files, and allowed are $mostEntries. Unpack it, and give the log in it")
      val entries = zip.stream.toArray.toSeq.collect { case entry: ZipEntry if !entry.isDirectory => entry }
      // Files that lie over each other are how a small zip becomes a large one.
      if (entries.map(entry => math.max(0, entry.getCompressedSize)).sum > Files.size(path))
        refused("a zip whose files have more bytes than the zip")
      logsOf(path, entries.filterNot(isHidden))
    }
    val log = logs match {
      case Nil =>
        refused("a zip without an event log in it. Give an event log, or a zip of one as the History Server makes it")
      case Seq((_, log)) => log
      case several =>
        val attempts = several.map { case (name, log) => (LogName(name), log) }
        val applications = attempts.map(_._1.application).distinct
        if (applications.size > 1) {
          val named = several
            .take(mostNamed)
            .map { case (name, _) => PlainText(name, longestName) }
            .mkString(", ") + (if (several.size > mostNamed) ", ..." else "")
          refused(
            s"a zip with event logs of ${applications.size} applications. Unpack it, and give one of them: $named"
          )
        }
        val (last, log) = attempts.maxBy(_._1.attempt)
        log.copy(passedOver = attempts.map(_._1).filter(_ ne last).map(_.name))
    }
    log.copy(container = () => opened(path))
  }

  /** Of folders those that are rolling logs, and of all other files those that begin as a log does. */
  private def logsOf(path: Path, entries: Seq[ZipEntry]): Seq[(String, LogParts)] = {
    val folders = entries.groupBy(entry => folder(entry.getName)).toSeq.sortBy(_._1).map { case (folder, within) =>
      val files = within.map(file(path, _))
      (name(folder), files, LogParts.inFolder(files))
    }
    val (rolling, others) = folders.partition(_._3.isDefined)
    rolling.flatMap { case (folder, _, log) => log.map(folder -> _) } ++ others
      .flatMap(_._2)
      .take(mostLookedAt)
      .filter(beginsAsLog)
      .map(file => file.name -> LogParts.single(file))
  }

  private def beginsAsLog(file: LogFile): Boolean =
    try new String(Head.decompressed(file, EventLog.beginning.length), ISO_8859_1) == EventLog.beginning
    catch { case _: IOException => false }

  /** What file managers put beside what they zip. */
  private def isHidden(entry: ZipEntry): Boolean =
    name(entry.getName).startsWith(".") || entry.getName.startsWith("__MACOSX/")

  private def file(path: Path, entry: ZipEntry): LogFile =
    LogFile(name(entry.getName), math.max(0, entry.getCompressedSize), () => open(path, entry.getName), isZipped = true)

  private def open(path: Path, entry: String): InputStream = {
    val zip = opened(path)
    try {
      val in = Option(zip.getEntry(entry))
        .map(zip.getInputStream(_))
        .getOrElse(throw new IOException(s"$entry is not there any more"))
      new FilterInputStream(in) { override def close(): Unit = zip.close() }
    } catch { case NonFatal(broken) => zip.close(); throw broken }
  }

  private def reading[T](path: Path)(use: ZipFile => T): T = {
    val zip = opened(path)
    try use(zip)
    finally zip.close()
  }

  /** Names in another alphabet than they say are no reason to fail. */
  private def opened(path: Path): ZipFile =
    try new ZipFile(path.toFile, ISO_8859_1)
    catch {
      case broken @ (_: ZipException | _: IllegalArgumentException) =>
        throw new IOException(s"the zip is cut or broken (${broken.getMessage})", broken)
    }

  private def name(entry: String): String = entry.drop(entry.lastIndexWhere(isSlash) + 1)
  private def folder(entry: String): String = entry.take(math.max(0, entry.lastIndexWhere(isSlash)))
  private def isSlash(letter: Char): Boolean = letter == '/' || letter == '\\'
}
