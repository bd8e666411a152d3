package okibi.explain.log

import java.io.{IOException, InputStream}

import com.fasterxml.jackson.core.JacksonException
import okibi.explain.event.Event
import okibi.explain.redact.PlainText

/** A Spark application's event log: a file, a folder of a log in several files, or a zip of either; compressed or not, finished or not, on a disk of this machine or wherever Hadoop's file systems
  * reach. It is read once, forwards, and nothing of it is kept here, whatever its size. Thread-safe as long as each thread reads for itself.
  */
final class EventLog private (path: String, parts: LogParts) {

  /** Bytes as they are kept. */
  def bytes: Long = parts.files.map(_.bytes).sum

  /** Hands out every event, in the order of the log. What cannot be read is passed over and counted.
    *
    * @param progress is told from time to time how many bytes of the log were read
    * @throws UnreadableLog when there is no event of Spark's in it at all
    */
  def foreach(progress: Long => Unit = _ => ())(use: Event => Unit): Reading = {
    val reading = new EventLog.Run(progress, use)
    val container = parts.container()
    try parts.files.foreach(reading.file)
    finally container.close()
    if (reading.events == 0) throw new UnreadableLog(s"$path: ${reading.whyNothing(parts.files.head)}")
    Reading(
      reading.events,
      reading.broken,
      reading.cut,
      parts.isCompacted,
      parts.missing,
      isOpen = parts.files.exists(_.name.endsWith(EventLog.inProgress)),
      parts.passedOver
    )
  }
}

/** How the reading of a log went: what makes its figures uncertain.
  *
  * @param events      that were read
  * @param brokenLines that are no event, and were passed over
  * @param cutFiles    that end in the middle, with the reason
  * @param isCompacted whether Spark has left out events of jobs that had ended
  * @param missing     numbers of a rolling log's files that are not there, as spans of them
  * @param isOpen      whether the application has not closed it
  * @param passedOver  logs in the same zip that were not read, of earlier attempts at the application
  */
final case class Reading(
    events: Long,
    brokenLines: Long,
    cutFiles: Seq[String],
    isCompacted: Boolean,
    missing: Seq[Range],
    isOpen: Boolean,
    passedOver: Seq[String] = Nil
)

/** There is no log to read, for the reason that it says. */
final class UnreadableLog(why: String) extends IOException(why)

object EventLog {
  private val inProgress = ".inprogress"
  private[log] val longestReason = 300

  /** The first bytes of each line. */
  private[log] val beginning = "{\"Event\":\""

  /** @throws UnreadableLog when there is no such file or folder, or no log in it */
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
              s"$path: no event log in this folder. Give a log's file; the folder of a rolling log, which is called eventlog_v2_... and has files events_1_... in it; or Databricks' folder with eventlog in it"
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
            s"$path: a zip, which is read on disks of this machine. Fetch it, as with hdfs dfs -get, or give the log that is in it"
          )
      }

  /** One pass over the files. */
  private final class Run(progress: Long => Unit, use: Event => Unit) {
    private val parser = new EventParser
    private var bytesBefore = 0L
    var events = 0L
    var broken = 0L
    var cut: Seq[String] = Nil

    def file(file: LogFile): Unit = {
      try {
        val raw = new Counted(file.open())
        try lines(file, raw)
        finally raw.close()
      } catch {
        case broken: IOException => cut = cut :+ PlainText(s"${file.name}: ${broken.getMessage}", longestReason)
      } // The files after it may be whole.
      bytesBefore += file.bytes
      progress(bytesBefore)
    }

    private def lines(file: LogFile, raw: Counted): Unit = {
      val lines = new Lines(new Inflation(Codec.decompressed(raw), () => kept(raw, file)))
      var isWhole = true
      while (lines.next()) {
        isWhole = line(lines.line)
        if (events % Run.eventsBetween == 0) progress(bytesBefore + kept(raw, file))
      }
      // What ends without an end of its line and is no event was to become one.
      if (!isWhole && lines.endsCut && events > 0) {
        broken -= 1
        cut = cut :+ s"${PlainText(file.name, Run.longestName)}: its last line is cut"
      }
    }

    /** How many of its bytes, as they are kept, were read: of a zipped file nobody knows better than that they are no more than it has. */
    private def kept(raw: Counted, file: LogFile): Long =
      if (file.isZipped) math.min(raw.count, file.bytes) else raw.count

    /** Whether it is an event. */
    private def line(in: InputStream): Boolean = {
      val event =
        try Some(parser.parse(in))
        catch { case _: JacksonException | _: NotAnEvent => broken += 1; None }
      event.foreach { event => events += 1; use(event) }
      event.isDefined
    }

    /** @param first file of it */
    def whyNothing(first: LogFile): String =
      if (cut.nonEmpty) s"it cannot be read: ${cut.head}"
      else if (broken == 0) "there is no event in it: it is empty, or was cut before its first one"
      else
        s"it is ${FileKind.of(Head.decompressed(first, FileKind.headBytes))}, and no line of it is an event of Spark's. Give an event log, which Spark writes to spark.eventLog.dir when spark.eventLog.enabled is true"
  }

  private object Run {
    private val eventsBetween = 1024
    private val longestName = 200
  }
}
