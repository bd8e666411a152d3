package okibi.explain.facts

import okibi.explain.event.{Task, TaskMetrics, Transfer}

/** What a task can have done. Spark has logged figures below zero, clocks are set back, and a log may say anything. */
private[facts] object Plausible {

  /** The driver's clock may be set while it runs, and Spark rounds. */
  val slackMs = 2000L

  /** Bytes, or nanoseconds: 72 PB, or two years. */
  private val mostBits = 56

  /** Milliseconds since 1970, for a thousand years. */
  private val timeBits = 45

  /** Whether all that it says can be. */
  def apply(task: Task): Boolean =
    hasTimes(task) && task.metrics.forall(metrics =>
      isInRange(metrics) && metrics.runMs <= task.finished - task.launched + slackMs
    )

  /** With no time, and without figures, in place of those that cannot be. */
  def corrected(task: Task): Task = {
    val start = if (isTime(task.launched)) task.launched else 0L
    val timed = if (hasTimes(task)) task else task.copy(launched = start, finished = start)
    timed.metrics match {
      case Some(metrics) if !isInRange(metrics) => timed.copy(metrics = Some(corrected(metrics)))
      case _ => timed
    }
  }

  private def hasTimes(task: Task): Boolean =
    isTime(task.launched) && isTime(task.finished) && task.launched <= task.finished

  private def isTime(ms: Long): Boolean = ms >>> timeBits == 0

  /** One look at all bits: a log has a million of tasks. */
  private def isInRange(of: TaskMetrics): Boolean = {
    val bits =
      of.deserializeMs | of.deserializeCpuNs | of.runMs | of.cpuNs | of.gcMs | of.resultSerializeMs | of.resultBytes | of.memorySpilled | of.diskSpilled | of.peakExecutionBytes |
        of.input.bytes | of.input.records | of.output.bytes | of.output.records | of.fetchWaitMs | of.localRead | of.remoteRead | of.shuffleRecordsRead |
        of.shuffleWritten.bytes | of.shuffleWritten.records | of.shuffleWriteNs
    bits >>> mostBits == 0
  }

  private def corrected(of: TaskMetrics): TaskMetrics = TaskMetrics(
    number(of.deserializeMs),
    number(of.deserializeCpuNs),
    number(of.runMs),
    number(of.cpuNs),
    number(of.gcMs),
    number(of.resultSerializeMs),
    number(of.resultBytes),
    number(of.memorySpilled),
    number(of.diskSpilled),
    number(of.peakExecutionBytes),
    transfer(of.input),
    transfer(of.output),
    number(of.fetchWaitMs),
    number(of.localRead),
    number(of.remoteRead),
    number(of.shuffleRecordsRead),
    transfer(of.shuffleWritten),
    number(of.shuffleWriteNs)
  )

  private def transfer(of: Transfer): Transfer = Transfer(number(of.bytes), number(of.records))

  private def number(said: Long): Long = if (said >>> mostBits == 0) said else 0
}
