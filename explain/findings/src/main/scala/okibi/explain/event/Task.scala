package okibi.explain.event

/** A task attempt that ended.
  *
  * @param index     of the task within its stage
  * @param endReason `Success`, or Spark's name of another reason
  * @param metrics   none when the attempt ended before it had any
  */
final case class Task(
    id: Long,
    stage: Int,
    stageAttempt: Int,
    index: Int,
    executor: String,
    times: AttemptTimes,
    endReason: String,
    metrics: Option[TaskMetrics]
) {
  def succeeded: Boolean = endReason == Task.success

  /** Whether Spark killed it, as it kills the slower attempts of a speculated task. */
  def isKilled: Boolean = endReason == "TaskKilled"

  /** Whether this is the second report of a task that had succeeded: its executor was lost together with the task's
    * shuffle files, and the task runs again.
    */
  def isResubmitted: Boolean = endReason == "Resubmitted"
}

object Task {
  val success = "Success"
}

/** When a task attempt ran, in milliseconds since the epoch by the driver's clock.
  *
  * @param gettingResultMs when the driver began to fetch the result; 0 where the result came with the end of the task
  */
final case class AttemptTimes(launchedMs: Long, gettingResultMs: Long, finishedMs: Long) {

  /** From launch to end; 0 where the log has them the wrong way round. */
  def durationMs: Long = math.max(0, finishedMs - launchedMs)
}
