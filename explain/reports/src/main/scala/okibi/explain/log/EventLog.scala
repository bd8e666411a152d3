package okibi.explain.log

import java.io.{IOException, InputStream}

import com.fasterxml.jackson.core.JacksonException
import okibi.explain.event.Event
import okibi.explain.redact.PlainText

/** A Spark application's event log: a file, a folder of several files, or a zip of either. The log may be compressed
  * and unfinished, and may be on a disk of this machine or on any file system that Hadoop knows. It is read once,
  * forwards, and nothing of it is kept here, whatever its size. Thread-safe.
  */
final class EventLog private (path: String, parts: LogParts) {

  /** Passes every event to `use`, in the order of the log. Lines that cannot be read are skipped and counted.
    *
    * @throws UnreadableLog when the log has no event of Spark at all
    */
  def read(use: Event => Unit): LogReading = {
    val pass = new EventLog.Pass(use)
    val container = parts.container()
    try parts.files.foreach(pass.file)
    finally container.close()
    if (pass.events == 0) throw new UnreadableLog(s"$path: ${pass.whyEmpty(parts.files.head)}")
    LogReading(pass.events, pass.brokenLines, pass.cutFiles, parts.isCompacted, parts.missing, parts.skippedLogs)
  }
}

/** There is no readable log.
  *
  * @param why begins with the path and ends without a full stop
  */
final class UnreadableLog(why: String) extends IOException(why)

object EventLog {
  private[log] val longestReason = 300
  private val longestName = 200

  /** The first bytes of each line. */
  private[log] val lineStart = "{\"Event\":\""

  /** @param path a path of this machine, or an address with a scheme
    * @throws UnreadableLog when there is no such file or folder, or no log in it
    */
  def at(path: String): EventLog =
    try new EventLog(path, parts(path))
    catch {
      case unreadable: UnreadableLog => throw unreadable
      case other: IOException =>
        throw new UnreadableLog(s"$path: ${PlainText(String.valueOf(other.getMessage), longestReason)}")
    }

  private def parts(path: String): LogParts = {
    val store = LogStore.of(path)
    store.list() match {
      case None => single(path, store.file())
      case Some(files) =>
        LogParts
          .inFolder(files)
          .getOrElse(
            throw new UnreadableLog(
              s"$path: no event log in this folder. Give the file of a log, the folder of a rolling log " +
                "(eventlog_v2_... with " +
                "files events_1_...), or a folder of Databricks with a file eventlog"
            )
          )
    }
  }

  private def single(path: String, file: LogFile): LogParts =
    if (!ZippedLog.isZip(file)) LogParts.single(file)
    else
      path match {
        case LocalPath(local) => ZippedLog.at(local)
        case _ =>
          throw new UnreadableLog(
            s"$path: a zip can only be read on a disk of this machine. Fetch it, as with hdfs dfs -get, or give the " +
              "log that " +
              "is in it"
          )
      }

  /** One pass over the files of a log. */
  private final class Pass(use: Event => Unit) {
    private val parser = new EventParser
    var events = 0L
    var brokenLines = 0L
    var cutFiles: Seq[String] = Nil

    def file(file: LogFile): Unit =
      try {
        val stored = new CountingStream(file.open())
        try lines(file, stored)
        finally stored.close()
      } catch {
        // Later files may be whole.
        case broken: IOException =>
          cutFiles = cutFiles :+ PlainText(s"${file.name}: ${broken.getMessage}", longestReason)
      }

    private def lines(file: LogFile, stored: CountingStream): Unit = {
      // A stream in a zip counts decompressed bytes; the file has no more than its compressed bytes.
      def storedBytes: Long = if (file.isZipped) math.min(stored.count, file.bytes) else stored.count
      val lines = new LogLineReader(new InflationGuard(LogCompression.decompressed(stored), () => storedBytes))
      var isLastWhole = true
      while (lines.next()) isLastWhole = isEvent(lines.line)
      // The file ends within a line that was to become an event.
      if (!isLastWhole && lines.endsCut && events > 0) {
        brokenLines -= 1
        cutFiles = cutFiles :+ s"${PlainText(file.name, longestName)}: its last line is cut"
      }
    }

    private def isEvent(line: InputStream): Boolean = {
      val event =
        try Some(parser.parse(line))
        catch { case _: JacksonException | _: NotAnEvent => brokenLines += 1; None }
      event.foreach { event => events += 1; use(event) }
      event.isDefined
    }

    /** @param first file of the log */
    def whyEmpty(first: LogFile): String =
      if (cutFiles.nonEmpty) s"it cannot be read: ${cutFiles.head}"
      else if (brokenLines == 0) "it has no event: it is empty, or was cut before its first event"
      else
        s"it is ${FileKind.of(FileHead.decompressed(first, FileKind.headBytes))}, and no line of it is an event of " +
          "Spark. Give " +
          "an event log, which Spark writes to spark.eventLog.dir when spark.eventLog.enabled is true"
  }
}
