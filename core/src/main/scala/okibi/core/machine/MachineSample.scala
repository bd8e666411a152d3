package okibi.core.machine

/** The machine's counters at one moment. Without /proc there are no counters.
  *
  * @param nanos the moment as `System.nanoTime`
  */
final case class MachineSample(
    nanos: Long,
    cpu: Option[CpuTicks],
    disks: Map[String, DiskCounters],
    memory: Option[MemInfo]
)

object MachineSample {
  def now(): MachineSample = MachineSample(System.nanoTime, ProcStat.read(), DiskStats.read(), MemInfo.read())
}
