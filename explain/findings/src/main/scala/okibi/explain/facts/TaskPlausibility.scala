package okibi.explain.facts

import okibi.explain.event.{ExecutorTimes, ShuffleMetrics, SpilledBytes, Task, TaskMetrics, AttemptTimes, Transfer}

/** Tells which figures of a task are possible. Spark has logged figures below zero, clocks are set back, and a log may
  * be crafted.
  */
private[facts] object TaskPlausibility {

  /** Tolerance for the driver's clock, which may be set while it runs, and for Spark's rounding. */
  val slackMs = 2000L

  /** Of bytes and of nanoseconds: 72 PB, or two years. */
  private val mostBits = 56

  /** Of milliseconds since 1970: a thousand years. */
  private val mostTimeBits = 45

  /** Whether all figures of the task are possible. */
  def apply(task: Task): Boolean =
    hasTimes(task) && task.metrics.forall(metrics =>
      isInRange(metrics) && metrics.times.runMs <= task.times.durationMs + slackMs
    )

  /** The task without duration where its times are impossible, and with 0 in place of impossible figures. */
  def corrected(task: Task): Task = {
    val startMs = if (isTime(task.times.launchedMs)) task.times.launchedMs else 0L
    val timed =
      if (hasTimes(task)) task
      else task.copy(times = AttemptTimes(startMs, task.times.gettingResultMs, startMs))
    timed.metrics match {
      case Some(metrics) if !isInRange(metrics) => timed.copy(metrics = Some(corrected(metrics)))
      case _ => timed
    }
  }

  private def hasTimes(task: Task): Boolean = {
    val times = task.times
    isTime(times.launchedMs) && isTime(times.finishedMs) && times.launchedMs <= times.finishedMs
  }

  private def isTime(ms: Long): Boolean = ms >>> mostTimeBits == 0

  /** Tests the bits of all figures at once: a log has a million tasks. */
  private def isInRange(metrics: TaskMetrics): Boolean = {
    val (times, shuffle) = (metrics.times, metrics.shuffle)
    val bits =
      times.deserializeMs | times.deserializeCpuNs | times.runMs | times.cpuNs | times.gcMs | times.resultSerializeMs |
        metrics.resultBytes | metrics.peakExecutionBytes | metrics.spilled.memory | metrics.spilled.disk |
        metrics.input.bytes | metrics.input.records | metrics.output.bytes | metrics.output.records |
        shuffle.fetchWaitMs | shuffle.localReadBytes | shuffle.remoteReadBytes | shuffle.recordsRead |
        shuffle.written.bytes | shuffle.written.records | shuffle.writeNs
    bits >>> mostBits == 0
  }

  private def corrected(metrics: TaskMetrics): TaskMetrics = TaskMetrics(
    corrected(metrics.times),
    figure(metrics.resultBytes),
    figure(metrics.peakExecutionBytes),
    SpilledBytes(figure(metrics.spilled.memory), figure(metrics.spilled.disk)),
    corrected(metrics.input),
    corrected(metrics.output),
    corrected(metrics.shuffle)
  )

  private def corrected(times: ExecutorTimes): ExecutorTimes = ExecutorTimes(
    figure(times.deserializeMs),
    figure(times.deserializeCpuNs),
    figure(times.runMs),
    figure(times.cpuNs),
    figure(times.gcMs),
    figure(times.resultSerializeMs)
  )

  private def corrected(shuffle: ShuffleMetrics): ShuffleMetrics = ShuffleMetrics(
    figure(shuffle.fetchWaitMs),
    figure(shuffle.localReadBytes),
    figure(shuffle.remoteReadBytes),
    figure(shuffle.recordsRead),
    corrected(shuffle.written),
    figure(shuffle.writeNs)
  )

  private def corrected(transfer: Transfer): Transfer = Transfer(figure(transfer.bytes), figure(transfer.records))

  private def figure(logged: Long): Long = if (logged >>> mostBits == 0) logged else 0
}
