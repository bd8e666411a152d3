package okibi.core.machine

/** What the kernel counts for this process: /proc/self/status and /proc/self/stat, proc(5). */
object ProcessMemory {

  /** The pages of mapped files in memory, those on tmpfs included; None where there is no /proc. */
  def residentFileBytes(): Option[Long] = residentFileBytes(Proc.lines("self/status"))

  /** The page faults up to now that waited for a disk; None where there is no /proc. */
  def majorFaults(): Option[Long] = Proc.lines("self/stat").headOption.flatMap(majorFaults)

  private[machine] def residentFileBytes(status: Seq[Seq[String]]): Option[Long] = {
    val counted = status.collect { case Seq("RssFile:" | "RssShmem:", kilobytes, "kB") =>
      Proc.counter(kilobytes, 1024)
    }.flatten
    if (counted.isEmpty) None else Some(counted.sum)
  }

  /** Counts words from the end of the command's name, which may contain brackets and blanks too. */
  private[machine] def majorFaults(stat: Seq[String]): Option[Long] =
    stat.lift(stat.lastIndexWhere(_.endsWith(")")) + 10).flatMap(Proc.counter(_))
}
