package okibi.explain.facts

import okibi.explain.event.{SpilledBytes, Stage, TaskMetrics, Transfer}

/** What a log tells about a stage attempt.
  *
  * @param info      the stage as it was when it ended, or when it was submitted if it has not ended; none when the log
  *                  has only tasks of it
  * @param jobs      that it was run for
  * @param spans     when every task attempt ran, failed attempts included
  * @param parts     how tasks that succeeded spent their time
  * @param totals    of tasks that succeeded
  * @param oddEvents how many of its events give a reason for doubt
  */
final case class StageFacts(
    id: Int,
    attempt: Int,
    info: Option[Stage],
    jobs: Seq[Int],
    attempts: TaskAttempts,
    spans: TaskSpans,
    parts: TimeParts,
    totals: StageTotals,
    oddEvents: Map[Doubt, Long] = Map.empty
) {

  def name: String = info.fold("")(_.name)

  /** Tasks that succeeded. */
  def tasks: Int = attempts.succeeded

  /** Whether it was submitted and its end is unknown. */
  def isRunning: Boolean = info.exists(stage => stage.completedMs.isEmpty && stage.failure.isEmpty)

  /** When it was submitted; the launch of its first task where that is unknown. A stage without tasks begins at its
    * end.
    */
  def fromMs: Long = info
    .flatMap(_.submittedMs)
    .orElse((0 until spans.size).map(spans.startMs).reduceOption(_ min _))
    .orElse(info.flatMap(_.completedMs))
    .getOrElse(0L)

  /** When it completed; the end of its last task where that is unknown. */
  def untilMs: Long =
    info.flatMap(_.completedMs).getOrElse((0 until spans.size).map(spans.endMs).reduceOption(_ max _).getOrElse(fromMs))

  def elapsedMs: Long = math.max(0, untilMs - fromMs)

  private lazy val durations: TaskDurations = {
    val sorted = spans.sortedDurationsMs
    if (sorted.isEmpty) TaskDurations(0, 0, 0)
    else TaskDurations(sorted.last.toLong, sorted(sorted.length / 2).toLong, sorted.iterator.map(_.toLong).sum)
  }

  /** The critical path: the longest task attempt, which no number of cores makes shorter. */
  def longestMs: Long = durations.longestMs
  def medianMs: Long = durations.medianMs

  /** Of all task attempts together. */
  def workMs: Long = durations.sumMs

  /** Time of tasks that succeeded and of attempts that did not. */
  def spentMs: Long = parts.totalMs + attempts.wastedMs

  /** Time that executors worked on its tasks, without the way of tasks to executors and of results back. */
  def ranMs: Long = parts.totalMs - parts.ms(TimePart.SchedulerDelay) - parts.ms(TimePart.Result)

  /** Of all task attempts together, while the stage ran: a killed attempt may go on after that. */
  lazy val workWithinMs: Long = spans.withinMs(fromMs, untilMs)

  /** The time of these cores while the stage ran that the stage did not use: idle time, and time of other stages. */
  def idleMs(cores: Int): Long = math.max(0, elapsedMs * cores - workWithinMs)

  /** Tasks that the stage must have had, since it completed, but that have no end in the log. */
  def missingTasks: Int = info
    .filter(stage => stage.completedMs.isDefined && stage.failure.isEmpty)
    .fold(0)(stage => math.max(0, stage.tasks - tasks))

  /** Why its figures are uncertain, as far as its own events show it. */
  def doubts: Set[Doubt] = oddEvents.keySet ++ (if (missingTasks > 0) Some(Doubt.Missing) else None)
}

/** Task attempts of a stage by how they ended.
  *
  * @param succeeded     whose results were not lost later
  * @param killed        by Spark: another attempt was faster, or the result was not needed any more
  * @param wastedMs      time of attempts that failed or were killed
  * @param resubmittedMs time of attempts that succeeded and ran once more, because their executor was lost
  */
final case class TaskAttempts(
    succeeded: Int = 0,
    failed: Int = 0,
    killed: Int = 0,
    wastedMs: Long = 0,
    resubmittedMs: Long = 0
)

private final case class TaskDurations(longestMs: Long, medianMs: Long, sumMs: Long)

/** Sums over the tasks of a stage.
  *
  * @param peakExecutionBytes the most that one task had
  * @param largestReadBytes   the most that one task read, from files and shuffles
  */
final case class StageTotals(
    cpuMs: Long = 0,
    input: Transfer = Transfer.none,
    output: Transfer = Transfer.none,
    shuffleReadBytes: Long = 0,
    shuffleWritten: Transfer = Transfer.none,
    spilled: SpilledBytes = SpilledBytes(),
    peakExecutionBytes: Long = 0,
    largestReadBytes: Long = 0
) {
  private[facts] def +(task: TaskMetrics): StageTotals = StageTotals(
    cpuMs + task.times.cpuMs,
    input + task.input,
    output + task.output,
    shuffleReadBytes + task.shuffle.readBytes,
    shuffleWritten + task.shuffle.written,
    spilled + task.spilled,
    math.max(peakExecutionBytes, task.peakExecutionBytes),
    math.max(largestReadBytes, task.input.bytes + task.shuffle.readBytes)
  )

  /** Bytes of shuffle files that were written or read. */
  def shuffledBytes: Long = shuffleWritten.bytes + shuffleReadBytes
}
