package okibi.explain.log

/** How the reading of a log went, and what makes its figures uncertain.
  *
  * @param events      that were read
  * @param brokenLines lines that are no events and were skipped
  * @param cutFiles    files that end in the middle, with the reason
  * @param isCompacted whether Spark has left out events of jobs that had ended
  * @param missing     numbers of a rolling log's missing files, as ranges
  * @param skippedLogs logs in the same zip that were not read, of earlier attempts at the application
  */
final case class LogReading(
    events: Long,
    brokenLines: Long = 0,
    cutFiles: Seq[String] = Nil,
    isCompacted: Boolean = false,
    missing: Seq[Range] = Nil,
    skippedLogs: Seq[String] = Nil
)
