package okibi.explain.log

import scala.util.Try

/** The files of a log in the order in which they were written.
  *
  * @param isCompacted whether Spark has left events of ended jobs out of the first file
  * @param missing     numbers of missing files before the last one, as ranges: a name may have any number
  * @param skippedLogs names of logs beside it, of earlier attempts at the application
  * @param container   opens the archive of the files; while it is open, opening each file is quick
  */
private[log] final case class LogParts(
    files: Seq[LogFile],
    isCompacted: Boolean,
    missing: Seq[Range],
    skippedLogs: Seq[String] = Nil,
    container: () => AutoCloseable = () => () => ()
)

private[log] object LogParts {
  private val rolled = """events_(\d+)_.*""".r
  private val compacted = ".compact"

  /** A log of a single file. */
  def single(file: LogFile): LogParts = LogParts(Seq(file), isCompacted = false, Nil)

  /** The log that a folder is; none when it has no file of such a log. */
  def inFolder(files: Seq[LogFile]): Option[LogParts] = rolling(files).orElse(rotated(files))

  /** A cluster's log as Databricks delivers it: older files lie beside the newest one, with their times in the names.
    */
  private def rotated(files: Seq[LogFile]): Option[LogParts] = {
    val older = files.collect { case file @ Dated(time) => time -> file }.sortBy(_._1).map(_._2)
    val newest = files.filter(_.name == newestName)
    if (older.isEmpty && newest.isEmpty) None else Some(LogParts(older ++ newest, isCompacted = false, Nil))
  }

  private val newestName = "eventlog"
  private val dated = (newestName + """-(\d{4}-\d{2}-\d{2}(?:-{1,2}\d{2}){0,3})(?:\.gz)?""").r

  private object Dated {
    def unapply(file: LogFile): Option[String] = file.name match {
      case dated(time) => Some(time)
      case _ => None
    }
  }

  /** A folder as Spark's `RollingEventLogFilesWriter` fills it. */
  private def rolling(files: Seq[LogFile]): Option[LogParts] = {
    val numbered = files.collect { case file @ Numbered(number) => (number, file) }
    if (numbered.isEmpty) None
    else {
      // A compacted file replaces all files up to its number; Spark may not have removed these yet.
      val compact = numbered.filter(_._2.name.endsWith(compacted)).sortBy(_._1).lastOption
      val plain = numbered
        .filter { case (number, file) => !file.name.endsWith(compacted) && compact.forall(number > _._1) }
        .sortBy(_._1)
      val kept = compact.toSeq ++ plain
      val before = compact.fold(0)(_._1 - 1)
      val gaps =
        (before +: kept.map(_._1).distinct).sliding(2).collect { case Seq(a, b) if b - a > 1 => a + 1 until b }.toSeq
      Some(LogParts(kept.map(_._2), compact.isDefined, gaps))
    }
  }

  private object Numbered {
    def unapply(file: LogFile): Option[Int] = file.name match {
      case rolled(number) => Try(number.toInt).toOption
      case _ => None
    }
  }
}
