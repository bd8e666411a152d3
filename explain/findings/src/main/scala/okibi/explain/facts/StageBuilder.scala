package okibi.explain.facts

import okibi.explain.event.{Stage, Task}

/** Sums the tasks of one stage attempt. Not thread-safe. */
private[facts] final class StageBuilder {

  /** The stage as the last event describes it; none while the log has only tasks of it. */
  var info: Option[Stage] = None

  /** Events that the log has more than once. */
  var repeated: Long = 0

  private val spans = new TaskSpans
  private var attempts = TaskAttempts()
  private var resubmitted = 0
  private var parts = TimeParts.none
  private var totals = StageTotals()
  private var (impossible, measured, unmeasured) = (0L, 0L, 0L)

  /** Task attempts that were added. */
  def size: Int = spans.size

  def add(task: Task, executor: Int, isPlausible: Boolean): Unit = {
    val ms = task.times.durationMs
    if (!isPlausible) impossible += 1
    if (task.isResubmitted) {
      // The task succeeded and was counted then; its shuffle files are lost with its executor.
      resubmitted += 1
      attempts = attempts.copy(resubmittedMs = attempts.resubmittedMs + ms)
    } else {
      spans.add(task.times.launchedMs, math.min(ms, Int.MaxValue.toLong).toInt, executor)
      ended(task, ms)
    }
  }

  private def ended(task: Task, ms: Long): Unit =
    if (task.succeeded) {
      attempts = attempts.copy(succeeded = attempts.succeeded + 1)
      parts += TaskTimeSplit(task)
      task.metrics.foreach { metrics =>
        totals += metrics
        if (metrics.times.isCpuUnmeasured) unmeasured += 1 else if (metrics.times.cpuNs > 0) measured += 1
      }
    } else {
      val wasted = attempts.copy(wastedMs = attempts.wastedMs + ms)
      attempts = if (task.isKilled) wasted.copy(killed = wasted.killed + 1) else wasted.copy(failed = wasted.failed + 1)
    }

  /** @param earliestMs the earliest time at which anything of the application can have begun
    * @param latestMs   the latest time at which anything of it can have ended
    */
  def facts(id: Int, attempt: Int, jobs: Seq[Int], earliestMs: Long, latestMs: Long): StageFacts = {
    val isImpossible = info.exists(stage =>
      stage.submittedMs.exists(_ < earliestMs) ||
        stage.completedMs.exists(endMs => endMs > latestMs || stage.submittedMs.exists(_ > endMs))
    )
    val oddEvents = Doubt.counted(
      Doubt.Repeated -> repeated,
      Doubt.Impossible -> (impossible + spans.outside(earliestMs, latestMs) + (if (isImpossible) 1 else 0)),
      // A processor clock with large ticks measures nothing of short tasks, so one measured task is enough.
      Doubt.Unmeasured -> (if (measured == 0) unmeasured else 0)
    )
    val stillDone = attempts.copy(succeeded = math.max(0, attempts.succeeded - resubmitted))
    StageFacts(id, attempt, info, jobs, stillDone, spans, parts, totals, oddEvents)
  }
}
