package okibi.explain.facts

import okibi.explain.event.{Stage, Transfer}

/** What is known of an attempt at a stage.
  *
  * @param stage   as it was when it ended; none when the log has tasks of it, but not its end
  * @param jobs    that it was run for
  * @param tasks   that succeeded; the figures are theirs
  * @param failed  attempts that did not
  * @param spans   when every attempt ran, the failed ones too
  * @param parts   of the time of those that succeeded
  * @param wasted  milliseconds of those that did not
  */
final case class StageFacts(
    id: Int,
    attempt: Int,
    stage: Option[Stage],
    jobs: Seq[Int],
    tasks: Int,
    failed: Int,
    speculative: Int,
    spans: Spans,
    parts: Parts,
    wasted: Long,
    totals: Totals) {

  def name: String = stage.fold("")(_.name)

  /** From its submission to its end; from the first task to the last where that is not known. */
  def from: Long = stage.flatMap(_.submitted).getOrElse((0 until spans.size).map(spans.start).reduceOption(_ min _).getOrElse(0L))
  def until: Long = stage.flatMap(_.completed).getOrElse((0 until spans.size).map(spans.end).reduceOption(_ max _).getOrElse(from))
  def elapsedMs: Long = math.max(0, until - from)
}

/** Sums over tasks: bytes, records and milliseconds.
  *
  * @param peakExecutionBytes of the task that had most
  */
final case class Totals(
    cpuMs: Long = 0,
    input: Transfer = Transfer.none,
    output: Transfer = Transfer.none,
    localRead: Long = 0,
    remoteRead: Long = 0,
    shuffleRecordsRead: Long = 0,
    shuffleWritten: Transfer = Transfer.none,
    memorySpilled: Long = 0,
    diskSpilled: Long = 0,
    resultBytes: Long = 0,
    peakExecutionBytes: Long = 0) {
  def shuffleRead: Long = localRead + remoteRead
}
