package okibi.explain.log

import scala.util.Try

/** The files of a log in the order in which they were written.
  *
  * @param isCompacted whether Spark has left out of the first what belongs to jobs that had ended
  * @param missing     numbers of files of which later ones are there, as spans of them: a name may have any number
  * @param passedOver  names of logs that lie beside it, of earlier attempts at the application
  * @param container   opens what they are in, to be closed when all of them are read: opening each is quick meanwhile
  */
private[log] final case class LogParts(
    files: Seq[LogFile],
    isCompacted: Boolean,
    missing: Seq[Range],
    passedOver: Seq[String] = Nil,
    container: () => AutoCloseable = () => () => ()
)

private[log] object LogParts {
  private val rolled = """events_(\d+)_.*""".r
  private val compacted = ".compact"

  /** A single file. */
  def single(file: LogFile): LogParts = LogParts(Seq(file), isCompacted = false, Nil)

  /** A folder that is a log; nothing when there is no file of such a log in it. */
  def inFolder(files: Seq[LogFile]): Option[LogParts] = rolling(files).orElse(rotated(files))

  /** As Databricks delivers a cluster's log: what is older lies beside it, with its time in the name. */
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

  /** As Spark's `RollingEventLogFilesWriter` fills a folder. */
  private def rolling(files: Seq[LogFile]): Option[LogParts] = {
    val numbered = files.collect { case file @ Numbered(number) => (number, file) }
    if (numbered.isEmpty) None
    else {
      // A compacted file stands for all up to its number, which may not have been removed yet.
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
