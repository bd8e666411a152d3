package okibi.explain.facts

import okibi.explain.event.{Task, TaskMetrics}

/** Splits a task's time into parts that add up to it.
  *
  * Spark measures some parts by the wall clock, and processor time as a whole. A running task is on a processor, or its
  * executor collects garbage, or the task waits. Spark measures the wait for shuffle blocks; the wait for the disk
  * while shuffle files are written is within Shuffle Write Time; any other wait is the unexplained rest.
  *
  * Clocks of milliseconds and counters that several threads share let the parts exceed the whole now and then. The
  * parts are then cut in the order below; the whole is never stretched.
  */
object TaskTimeSplit {

  /** The sum of the parts is the task's duration. */
  def apply(task: Task): TimeParts = {
    val open = new OpenTime(task.times.durationMs)
    task.metrics.foreach { metrics =>
      val times = metrics.times
      val run = new OpenTime(open.upTo(times.runMs))
      // Spark counts collectors that work beside the application too; during a pause no task is on a processor.
      run.take(TimePart.Gc, math.min(times.gcMs, math.max(0L, times.runMs - times.cpuMs)))
      run.take(TimePart.FetchWait, metrics.shuffle.fetchWaitMs)
      run.take(TimePart.ShuffleWrite, metrics.shuffle.writeMs)
      run.take(TimePart.Compute, times.cpuMs)
      if (!times.isCpuUnmeasured) {
        run.take(TimePart.SpillWait, (run.ms * spilledShare(metrics)).toLong)
        run.take(TimePart.OtherWait, run.ms)
      }
      run.take(TimePart.Unexplained, run.ms)
      open.takeAll(run)
      open.take(TimePart.Deserialize, times.deserializeMs)
      open.take(TimePart.Result, times.resultSerializeMs + gettingResultMs(task))
      // Without metrics of its run nothing shows that the scheduler took the rest.
      if (times.runMs > 0 || times.deserializeMs > 0) open.take(TimePart.SchedulerDelay, open.ms)
    }
    open.take(TimePart.Unexplained, open.ms)
    open.parts
  }

  private def gettingResultMs(task: Task): Long =
    if (task.times.gettingResultMs > 0) math.max(0, task.times.finishedMs - task.times.gettingResultMs) else 0

  /** The share of spilled bytes, which are written and read again, in all bytes that the task read and wrote. Blocks of
    * other machines and shuffle files that it wrote do not count.
    */
  private def spilledShare(metrics: TaskMetrics): Double = {
    val spilled = 2.0 * metrics.spilled.disk
    if (spilled == 0) 0
    else spilled / (spilled + metrics.input.bytes + metrics.shuffle.localReadBytes + metrics.output.bytes)
  }

  /** Time that no part has yet. */
  private final class OpenTime(var ms: Long) {
    private val taken = new Array[Long](TimePart.all.size)

    def upTo(wantedMs: Long): Long = math.max(0, math.min(ms, wantedMs))

    def take(part: TimePart, wantedMs: Long): Unit = {
      val takenMs = upTo(wantedMs)
      taken(TimePart.position(part)) += takenMs
      ms -= takenMs
    }

    /** Takes the parts of a section of this time. */
    def takeAll(section: OpenTime): Unit = {
      section.taken.indices.foreach(i => taken(i) += section.taken(i))
      ms -= section.taken.sum
    }

    def parts: TimeParts = new TimeParts(taken)
  }
}
