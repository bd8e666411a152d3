package okibi.bench.experiment.terasort

import okibi.bench.mapreduce.CpuSplit
import okibi.bench.workload.JvmUsage

/** The cost of work in processor time: of this process, with all its helper threads, and of the servers that work for
  * it. Processor time adds up when all cores of a machine are busy; time on the clock does not.
  *
  * @param servers process numbers
  */
private[terasort] final class ProcessorCost(servers: Seq[Long]) {

  def seconds(work: => Unit): Double = {
    val (ownBefore, serversBefore) = (JvmUsage.now.cpuSeconds, CpuSplit.seconds(servers))
    work
    JvmUsage.now.cpuSeconds - ownBefore + CpuSplit.seconds(servers) - serversBefore
  }

  /** MB for each second of one processor. */
  def rate(bytes: Long)(work: => Unit): Double = bytes / 1e6 / math.max(seconds(work), ProcessorCost.minSeconds)
}

private[terasort] object ProcessorCost {

  /** The smallest measurable time. */
  val minSeconds = 0.001
}
