package okibi.explain.facts

import okibi.explain.event.{Task, TaskMetrics, Transfer}

/** What a task can have done. Spark has logged figures below zero, clocks are set back, and a log may say anything. */
private[facts] object Plausible {

  /** The driver's clock may be set while it runs, and Spark rounds. */
  val slackMs = 2000L

  /** Bytes, or nanoseconds: 72 PB, or two years. */
  private val mostBits = 56

  /** Milliseconds: seventy years. */
  private val longestBits = 41

  /** Whether all that it says can be. */
  def apply(task: Task): Boolean =
    task.launched >= 0 && isLength(task.finished - task.launched) && task.metrics.forall(metrics => isInRange(metrics) && metrics.runMs <= task.finished - task.launched + slackMs)

  /** With no time, and without figures, in place of those that cannot be. */
  def corrected(task: Task): Task = {
    val timed = if (isLength(task.finished - task.launched)) task else task.copy(finished = task.launched)
    timed.metrics match {
      case Some(metrics) if !isInRange(metrics) => timed.copy(metrics = Some(corrected(metrics)))
      case _ => timed
    }
  }

  private def isLength(ms: Long): Boolean = ms >>> longestBits == 0

  /** One look at all bits: a log has a million of tasks. */
  private def isInRange(of: TaskMetrics): Boolean = {
    val bits = of.deserializeMs | of.deserializeCpuNs | of.runMs | of.cpuNs | of.gcMs | of.resultSerializeMs | of.resultBytes | of.memorySpilled | of.diskSpilled | of.peakExecutionBytes |
      of.input.bytes | of.input.records | of.output.bytes | of.output.records | of.fetchWaitMs | of.localRead | of.remoteRead | of.shuffleRecordsRead |
      of.shuffleWritten.bytes | of.shuffleWritten.records | of.shuffleWriteNs
    bits >>> mostBits == 0
  }

  private def corrected(of: TaskMetrics): TaskMetrics = TaskMetrics(
    number(of.deserializeMs), number(of.deserializeCpuNs), number(of.runMs), number(of.cpuNs), number(of.gcMs), number(of.resultSerializeMs), number(of.resultBytes),
    number(of.memorySpilled), number(of.diskSpilled), number(of.peakExecutionBytes), transfer(of.input), transfer(of.output), number(of.fetchWaitMs), number(of.localRead),
    number(of.remoteRead), number(of.shuffleRecordsRead), transfer(of.shuffleWritten), number(of.shuffleWriteNs))

  private def transfer(of: Transfer): Transfer = Transfer(number(of.bytes), number(of.records))

  private def number(said: Long): Long = if (said >>> mostBits == 0) said else 0
}
