package okibi.bench.experiment.terasort

import okibi.bench.mapreduce.CpuSplit
import okibi.bench.workload.JvmUsage

/** What work costs in processor time: of this process, with all threads that help it, and of the servers that it has work for. It is what adds
  * up when all cores of a machine are busy; time on the clock does not.
  *
  * @param servers process numbers
  */
private[terasort] final class ProcessorCost(servers: Seq[Long]) {

  def seconds(work: => Unit): Double = {
    val (own, theirs) = (JvmUsage.now.cpuSeconds, CpuSplit.seconds(servers))
    work
    JvmUsage.now.cpuSeconds - own + CpuSplit.seconds(servers) - theirs
  }

  /** MB that a second of one processor suffices for. */
  def rate(bytes: Long)(work: => Unit): Double = bytes / 1e6 / math.max(seconds(work), ProcessorCost.leastSeconds)
}

private[terasort] object ProcessorCost {

  /** What can be told apart from nothing. */
  val leastSeconds = 0.001
}
