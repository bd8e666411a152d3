package okibi.core.machine

/** The machine's counters of a moment; without /proc there are none. */
final case class MachineSample(
    nanos: Long,
    cpu: Option[CpuTicks],
    disks: Map[String, DiskCounters],
    memory: Option[MemInfo]
)

object MachineSample {
  def now(): MachineSample = MachineSample(System.nanoTime, ProcStat.read(), DiskStats.read(), MemInfo.read())
}
