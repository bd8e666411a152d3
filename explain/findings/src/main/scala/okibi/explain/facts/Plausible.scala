package okibi.explain.facts

import okibi.explain.event.{Task, TaskMetrics, Transfer}

/** What a task can have done. Spark has logged figures below zero, clocks are set back, and a log may say anything. */
private[facts] object Plausible {

  /** The driver's clock may be set while it runs, and Spark rounds. */
  val slackMs = 2000L

  /** Bytes, or nanoseconds: 72 PB, or two years. */
  private val mostBits = 56

  /** Whether all that it says can be. */
  def apply(task: Task): Boolean =
    task.finished >= task.launched && task.launched >= 0 && task.metrics.forall(its => isInRange(its) && its.runMs <= task.finished - task.launched + slackMs)

  /** Without figures that cannot be. */
  def corrected(task: Task): Task = task.metrics match {
    case Some(its) if !isInRange(its) => task.copy(metrics = Some(corrected(its)))
    case _ => task
  }

  /** One look at all bits: a log has a million of tasks. */
  private def isInRange(its: TaskMetrics): Boolean = {
    val bits = its.deserializeMs | its.deserializeCpuNs | its.runMs | its.cpuNs | its.gcMs | its.resultSerializeMs | its.resultBytes | its.memorySpilled | its.diskSpilled | its.peakExecutionBytes |
      its.input.bytes | its.input.records | its.output.bytes | its.output.records | its.fetchWaitMs | its.localRead | its.remoteRead | its.shuffleRecordsRead |
      its.shuffleWritten.bytes | its.shuffleWritten.records | its.shuffleWriteNs
    bits >>> mostBits == 0
  }

  private def corrected(its: TaskMetrics): TaskMetrics = TaskMetrics(
    number(its.deserializeMs), number(its.deserializeCpuNs), number(its.runMs), number(its.cpuNs), number(its.gcMs), number(its.resultSerializeMs), number(its.resultBytes),
    number(its.memorySpilled), number(its.diskSpilled), number(its.peakExecutionBytes), transfer(its.input), transfer(its.output), number(its.fetchWaitMs), number(its.localRead),
    number(its.remoteRead), number(its.shuffleRecordsRead), transfer(its.shuffleWritten), number(its.shuffleWriteNs))

  private def transfer(its: Transfer): Transfer = Transfer(number(its.bytes), number(its.records))

  private def number(its: Long): Long = if (its >>> mostBits == 0) its else 0
}
