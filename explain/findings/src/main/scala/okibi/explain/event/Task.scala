package okibi.explain.event

/** A task attempt that came to its end.
  *
  * @param index     of the partition within its stage
  * @param reason    how it ended: `Success`, or what Spark calls it
  * @param metrics   none when it ended before it had any
  * @param blocks    whose state it changed, where the log has them
  */
final case class Task(
    id: Long,
    stage: Int,
    stageAttempt: Int,
    index: Int,
    attempt: Int,
    executor: String,
    host: String,
    locality: String,
    speculative: Boolean,
    launched: Long,
    gettingResult: Long,
    finished: Long,
    reason: String,
    metrics: Option[TaskMetrics],
    blocks: Seq[Block]
) {
  def succeeded: Boolean = reason == Task.success

  /** Given up, as the loser of a speculation is. */
  def isKilled: Boolean = reason == "TaskKilled"

  /** It had succeeded, and Spark tells of it once more: its executor was lost with what it had written, and it runs again. */
  def isResubmitted: Boolean = reason == "Resubmitted"
}

object Task {
  val success = "Success"
}

/** What Spark measured of a task: milliseconds and bytes, nanoseconds where the name says so. */
final case class TaskMetrics(
    deserializeMs: Long,
    deserializeCpuNs: Long,
    runMs: Long,
    cpuNs: Long,
    gcMs: Long,
    resultSerializeMs: Long,
    resultBytes: Long,
    memorySpilled: Long,
    diskSpilled: Long,
    peakExecutionBytes: Long,
    input: Transfer,
    output: Transfer,
    fetchWaitMs: Long,
    localRead: Long,
    remoteRead: Long,
    shuffleRecordsRead: Long,
    shuffleWritten: Transfer,
    shuffleWriteNs: Long
)

/** Data that a task read or wrote. */
final case class Transfer(bytes: Long, records: Long) {
  def +(other: Transfer): Transfer = Transfer(bytes + other.bytes, records + other.records)
}

object Transfer {
  val none: Transfer = Transfer(0, 0)
}
