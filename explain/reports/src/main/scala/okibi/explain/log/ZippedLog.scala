package okibi.explain.log

import java.io.{FilterInputStream, IOException, InputStream}
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}
import java.util.zip.{ZipEntry, ZipException, ZipFile}

import scala.util.control.NonFatal

import okibi.explain.redact.PlainText
import okibi.explain.wording.Wording

/** Finds the event log in a zip, as the History Server delivers it (`/applications/ID/logs`): a file, or the folder of
  * a rolling log, for each attempt at the application.
  *
  * The zip is not unpacked. Names of entries are never used as paths, so no entry can lead out of the zip.
  */
private[log] object ZippedLog {
  private val magics = Seq("PK\u0003\u0004", "PK\u0005\u0006")

  /** More files than any log has. */
  private val mostEntries = 20000

  /** Files that are opened to find logs of a single file. */
  private val mostOpened = 1000
  private val longestName = 200

  /** Whether the file begins as a zip does. */
  def isZip(file: LogFile): Boolean = magics.contains(new String(FileHead.stored(file, magics.head.length), ISO_8859_1))

  /** The log of the last attempt.
    *
    * @throws UnreadableLog when the zip has no log, or logs of several applications
    */
  def at(path: Path): LogParts = {
    def refused(why: String): Nothing = throw new UnreadableLog(s"$path: $why")
    val logs = reading(path) { zip =>
      if (zip.size > mostEntries)
        refused(s"the zip has ${zip.size} files, and allowed are $mostEntries. Unpack it, and give the log in it")
      val entries = zip.stream.toArray.toSeq.collect { case entry: ZipEntry if !entry.isDirectory => entry }
      // Entries that overlap make a small zip large when it is unpacked.
      if (entries.map(entry => math.max(0, entry.getCompressedSize)).sum > Files.size(path))
        refused("the files of the zip have more bytes than the zip. Give another copy of it")
      logsOf(path, entries.filterNot(isHidden))
    }
    val log = logs match {
      case Nil =>
        refused("the zip has no event log. Give an event log, or a zip of one as the History Server makes it")
      case Seq((_, log)) => log
      case several =>
        val attempts = several.map { case (name, log) => (LogName(name), log) }
        val applications = attempts.map(_._1.application).distinct
        if (applications.size > 1) {
          val names = Wording.list(several.map { case (name, _) => PlainText(name, longestName) })
          refused(
            s"the zip has event logs of ${applications.size} applications. Unpack it, and give one of them: $names"
          )
        }
        val (last, log) = attempts.maxBy(_._1.attempt)
        log.copy(skippedLogs = attempts.map(_._1).filter(_ ne last).map(_.name))
    }
    log.copy(container = () => opened(path))
  }

  /** Folders that are rolling logs, and other files that begin as a log does; each with its name. */
  private def logsOf(path: Path, entries: Seq[ZipEntry]): Seq[(String, LogParts)] = {
    val folders = entries.groupBy(entry => folder(entry.getName)).toSeq.sortBy(_._1).map { case (folder, inFolder) =>
      val files = inFolder.map(file(path, _))
      (name(folder), files, LogParts.inFolder(files))
    }
    val (rolling, others) = folders.partition(_._3.isDefined)
    rolling.flatMap { case (folder, _, log) => log.map(folder -> _) } ++ others
      .flatMap(_._2)
      .take(mostOpened)
      .filter(beginsAsLog)
      .map(file => file.name -> LogParts.single(file))
  }

  private def beginsAsLog(file: LogFile): Boolean =
    try new String(FileHead.decompressed(file, EventLog.lineStart.length), ISO_8859_1) == EventLog.lineStart
    catch { case _: IOException => false }

  /** Whether a file manager added the entry when it made the zip. */
  private def isHidden(entry: ZipEntry): Boolean =
    name(entry.getName).startsWith(".") || entry.getName.startsWith("__MACOSX/")

  private def file(path: Path, entry: ZipEntry): LogFile =
    LogFile(name(entry.getName), math.max(0, entry.getCompressedSize), () => open(path, entry.getName), isZipped = true)

  private def open(path: Path, entry: String): InputStream = {
    val zip = opened(path)
    try {
      val in = Option(zip.getEntry(entry))
        .map(zip.getInputStream(_))
        .getOrElse(throw new IOException(s"$entry is gone"))
      new FilterInputStream(in) { override def close(): Unit = zip.close() }
    } catch { case NonFatal(broken) => zip.close(); throw broken }
  }

  private def reading[T](path: Path)(use: ZipFile => T): T = {
    val zip = opened(path)
    try use(zip)
    finally zip.close()
  }

  /** Names whose bytes do not match their declared encoding are accepted. */
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
