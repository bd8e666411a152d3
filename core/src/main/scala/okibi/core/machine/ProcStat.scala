package okibi.core.machine

/** The processor time of all cores together since the start of the machine, in ticks. A tick is a hundredth of a second
  * on nearly every system, so compare ticks with their total rather than with a clock.
  *
  * @param user   programs, including those at a lower priority and guests
  * @param system the kernel, including interrupts
  * @param iowait idle while a request to a device is in progress
  * @param idle   idle otherwise
  * @param steal  taken by other guests of the virtual machine's host
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

  /** The current processor time; None where there is no /proc. */
  def read(): Option[CpuTicks] = parse(Proc.lines("stat"))

  /** The number of processors of the machine, of which a container may have only some; 0 where there is no /proc. */
  def processors: Int = Proc.lines("stat").count(_.headOption.exists(_.matches("cpu\\d+")))

  private[machine] def parse(lines: Seq[Seq[String]]): Option[CpuTicks] =
    lines.find(_.headOption.contains("cpu")).map(_.slice(1, 9).map(Proc.counter(_))).collect {
      case Seq(Some(user), Some(nice), Some(system), Some(idle), Some(iowait), Some(irq), Some(softirq), Some(steal)) =>
        CpuTicks(user + nice, system + irq + softirq, iowait, idle, steal)
    }
}
