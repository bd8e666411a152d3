package okibi.explain.facts

import okibi.explain.event.{Stage, Transfer}

/** What is known of an attempt at a stage.
  *
  * @param stage   as it was when it ended, or when it was submitted, if it has not; none when the log has tasks of it alone
  * @param jobs    that it was run for
  * @param tasks   that succeeded; the figures are theirs
  * @param failed  attempts that did not
  * @param killed  attempts that were given up: another one was faster, or nobody wanted them any more
  * @param spans   when every attempt ran, the failed ones too
  * @param parts   of the time of those that succeeded
  * @param wasted  milliseconds of those that did not
  * @param again   milliseconds of those that succeeded and ran once more, since their executor was lost
  * @param odd     how many of its events give a reason for doubt
  */
final case class StageFacts(
    id: Int,
    attempt: Int,
    stage: Option[Stage],
    jobs: Seq[Int],
    tasks: Int,
    failed: Int,
    killed: Int,
    speculative: Int,
    spans: Spans,
    parts: Parts,
    wasted: Long,
    again: Long,
    totals: Totals,
    odd: Map[Doubt, Long] = Map.empty
) {

  def name: String = stage.fold("")(_.name)

  /** Whether it was submitted, and nothing is known of its end. */
  def isRunning: Boolean = stage.exists(its => its.completed.isEmpty && its.failed.isEmpty)

  /** From its submission to its end; from the first task to the last where that is not known. One that had nothing to do begins with its end. */
  def from: Long = stage
    .flatMap(_.submitted)
    .orElse((0 until spans.size).map(spans.start).reduceOption(_ min _))
    .orElse(stage.flatMap(_.completed))
    .getOrElse(0L)
  def until: Long =
    stage.flatMap(_.completed).getOrElse((0 until spans.size).map(spans.end).reduceOption(_ max _).getOrElse(from))
  def elapsedMs: Long = math.max(0, until - from)

  private lazy val lengths: Lengths = {
    val sorted = spans.sortedLengths
    if (sorted.isEmpty) Lengths(0, 0, 0)
    else Lengths(sorted.last.toLong, sorted(sorted.length / 2).toLong, sorted.iterator.map(_.toLong).sum)
  }

  /** Its critical path: the longest attempt at a task, which no number of cores makes shorter. */
  def longestMs: Long = lengths.longest
  def medianMs: Long = lengths.median

  /** Of all attempts together. */
  def workMs: Long = lengths.sum

  /** What executors were at work on its tasks: without their way to them and back. */
  def ranMs: Long = parts.total - parts(Part.SchedulerDelay) - parts(Part.Result)

  /** Of all attempts together, while it ran: one that is given up may go on after that. */
  lazy val workWithinMs: Long = spans.within(from, until)

  /** Of all cores' time while it ran, what was not its own: nobody's, or that of stages beside it. */
  def idleMs(cores: Int): Long = math.max(0, elapsedMs * cores - workWithinMs)

  /** Tasks that it must have had, since it was completed, and that the log has no end of. */
  def missingTasks: Int = stage
    .filter(known => known.completed.isDefined && known.failed.isEmpty)
    .fold(0)(known => math.max(0, known.tasks - tasks))

  /** Why its own figures are uncertain. */
  def doubts: Set[Doubt] = odd.keySet ++ (if (missingTasks > 0) Some(Doubt.Missing) else None)
}

/** Milliseconds of the attempts at a stage's tasks. */
private final case class Lengths(longest: Long, median: Long, sum: Long)

/** Sums over tasks: bytes, records and milliseconds.
  *
  * @param peakExecutionBytes of the task that had most
  * @param largestRead        of the task that read most, from files and shuffles
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
    peakExecutionBytes: Long = 0,
    largestRead: Long = 0
) {
  def shuffleRead: Long = localRead + remoteRead
}
