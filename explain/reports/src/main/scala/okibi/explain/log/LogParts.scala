package okibi.explain.log

import scala.util.Try

/** The files of a log in the order in which they were written.
  *
  * @param isCompacted whether Spark has left out of the first what belongs to jobs that had ended
  * @param missing     numbers of files of which later ones are there, as spans of them: a name may have any number
  */
private[log] final case class LogParts(files: Seq[LogFile], isCompacted: Boolean, missing: Seq[Range])

private[log] object LogParts {
  private val rolled = """events_(\d+)_.*""".r
  private val compacted = ".compact"

  /** A single file. */
  def single(file: LogFile): LogParts = LogParts(Seq(file), isCompacted = false, Nil)

  /** A rolling log's folder, as Spark's `RollingEventLogFilesWriter` fills it; nothing when there is no file of such a log in it. */
  def rolling(files: Seq[LogFile]): Option[LogParts] = {
    val numbered = files.collect { case file @ Numbered(number) => (number, file) }
    if (numbered.isEmpty) None
    else {
      // A compacted file stands for all up to its number, which may not have been removed yet.
      val compact = numbered.filter(_._2.name.endsWith(compacted)).sortBy(_._1).lastOption
      val plain = numbered.filter { case (number, file) => !file.name.endsWith(compacted) && compact.forall(number > _._1) }.sortBy(_._1)
      val kept = compact.toSeq ++ plain
      val before = compact.fold(0)(_._1 - 1)
      val gaps = (before +: kept.map(_._1).distinct).sliding(2).collect { case Seq(a, b) if b - a > 1 => a + 1 until b }.toSeq
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
