package okibi.bench.runner

import scala.jdk.CollectionConverters._

import okibi.core.machine.{CpuTicks, ProcessStat, ProcStat}

/** How much of the processors other programs took during a run, as shares of the time of all processors.
  *
  * @param foreign programs that the runner did not start. Time in the kernel does not count, because the kernel also
  *                writes files for the runner
  * @param steal   other guests of a virtual machine's host
  */
final case class MachineLoad(foreign: Double, steal: Double) {
  def json: ujson.Obj = ujson.Obj("foreign" -> MachineLoad.rounded(foreign), "steal" -> MachineLoad.rounded(steal))
}

object MachineLoad {

  /** The counters at one moment.
    *
    * @param ownUserTicks of the runner, of its children that ended and of those that are alive
    */
  private[runner] final case class Moment(cpu: CpuTicks, ownUserTicks: Long)

  /** Does the work and returns its result with the load meanwhile. The load is none where the system does not tell it,
    * for example where a container has only some of the machine's processors.
    */
  def during[T](work: => T): (T, Option[MachineLoad]) = {
    val before = now
    val done = work
    (done, for (from <- before; to <- now) yield between(from, to))
  }

  private[runner] def between(from: Moment, to: Moment): MachineLoad = {
    val cpu = to.cpu - from.cpu
    def share(ticks: Long): Double = if (cpu.total <= 0) 0 else math.max(0, ticks.toDouble / cpu.total)
    MachineLoad(share(cpu.user - (to.ownUserTicks - from.ownUserTicks)), share(cpu.steal))
  }

  private def now: Option[Moment] =
    if (ProcStat.processors != Runtime.getRuntime.availableProcessors) None
    else ProcStat.read().map(Moment(_, ownUserTicks))

  private def ownUserTicks: Long = {
    val own = ProcessHandle.current
    val alive = own.descendants().iterator.asScala.toSeq :+ own
    alive.flatMap(process => ProcessStat.userTicks(process.pid)).sum
  }

  private def rounded(share: Double): Double = math.rint(share * 1000) / 1000
}
