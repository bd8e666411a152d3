package okibi.explain.facts

import okibi.explain.event.{Task, TaskMetrics}

/** Splits a task's time into parts that add up to it.
  *
  * Spark measures some of them by the wall clock, and processor time as a whole. While a task runs it is on a processor, or its executor collects garbage, or it waits: for shuffle
  * blocks, which is measured; for the disk while it writes shuffle files, which is within what is measured of that; for anything else, which is what is left and nobody can explain. Clocks of milliseconds
  * and counters that several threads share make parts say more than the whole now and then: then they are cut, in the order below, rather than the whole being stretched.
  */
object TaskTime {

  /** Milliseconds of each part; their sum is the task's duration. */
  def parts(task: Task): Parts = {
    val left = new Remaining(math.max(0, task.finished - task.launched))
    task.metrics.foreach { its =>
      val runs = new Remaining(left.upTo(its.runMs))
      // Of collectors that work beside the application Spark counts that too; in a pause no task is on a processor.
      runs.take(Part.Gc, math.min(its.gcMs, math.max(0L, its.runMs - its.cpuNs / 1000000)))
      runs.take(Part.FetchWait, its.fetchWaitMs)
      runs.take(Part.ShuffleWrite, its.shuffleWriteNs / 1000000)
      runs.take(Part.Compute, its.cpuNs / 1000000)
      if (!isUnmeasured(its)) {
        runs.take(Part.Spill, (runs.ms * spilled(its)).toLong)
        runs.take(Part.DiskWait, runs.ms)
      }
      runs.take(Part.Unexplained, runs.ms)
      left.takeAll(runs)
      left.take(Part.Deserialize, its.deserializeMs)
      left.take(Part.Result, its.resultSerializeMs + gettingResult(task))
      // Without metrics of when it ran nobody can say that it was the scheduler.
      if (its.runMs > 0 || its.deserializeMs > 0) left.take(Part.SchedulerDelay, left.ms)
    }
    left.take(Part.Unexplained, left.ms)
    left.parts
  }

  /** Whether it ran, and no processor time of it is known: what is left of its run may be computing, or waiting. */
  def isUnmeasured(metrics: TaskMetrics): Boolean = metrics.runMs > 0 && metrics.cpuNs == 0

  private def gettingResult(task: Task): Long =
    if (task.gettingResult > 0) math.max(0, task.finished - task.gettingResult) else 0

  /** Of the bytes that the task read and wrote, but for what other machines sent and its shuffle files, those that it spilled, which are written and read again. */
  private def spilled(its: TaskMetrics): Double = {
    val spilled = 2.0 * its.diskSpilled
    if (spilled == 0) 0 else spilled / (spilled + its.input.bytes + its.localRead + its.output.bytes)
  }

  /** Time that is not given to a part yet. */
  private final class Remaining(var ms: Long) {
    private val taken = new Array[Long](Part.all.size)

    def upTo(wanted: Long): Long = math.max(0, math.min(ms, wanted))

    def take(part: Part, wanted: Long): Unit = {
      val all = upTo(wanted)
      taken(Part.position(part)) += all
      ms -= all
    }

    /** What another one gave away of the time that it had of this one. */
    def takeAll(other: Remaining): Unit = {
      other.taken.indices.foreach(i => taken(i) += other.taken(i))
      ms -= other.taken.sum
    }

    def parts: Parts = new Parts(taken)
  }
}
