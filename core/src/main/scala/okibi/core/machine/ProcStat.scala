package okibi.core.machine

/** Processor time of all cores together since the machine started, in ticks, which are hundredths of a second nearly everywhere:
  * compare them with their sum rather than with a clock.
  *
  * @param user   programs, those at a lower priority and guests included
  * @param system the kernel, interrupts included
  * @param iowait idle while a request to a device is under way
  * @param idle   idle otherwise
  * @param steal  taken by other guests of a virtual machine's host
  */
final case class CpuTicks(user: Long, system: Long, iowait: Long, idle: Long, steal: Long) {
  def total: Long = user + system + iowait + idle + steal

  def -(earlier: CpuTicks): CpuTicks =
    CpuTicks(
      user - earlier.user,
      system - earlier.system,
      iowait - earlier.iowait,
      idle - earlier.idle,
      steal - earlier.steal
    )
}

/** /proc/stat: proc(5). */
object ProcStat {

  /** Processor times of this moment; None where there is no /proc. */
  def read(): Option[CpuTicks] = parse(Proc.lines("stat"))

  /** Processors of the machine, which a container may have only some of; 0 where there is no /proc. */
  def processors: Int = Proc.lines("stat").count(_.headOption.exists(_.matches("cpu\\d+")))

  private[machine] def parse(lines: Seq[Seq[String]]): Option[CpuTicks] =
    lines.find(_.headOption.contains("cpu")).map(_.slice(1, 9).map(Proc.counter(_))).collect {
      case Seq(Some(user), Some(nice), Some(system), Some(idle), Some(iowait), Some(irq), Some(softirq), Some(steal)) =>
        CpuTicks(user + nice, system + irq + softirq, iowait, idle, steal)
    }
}
