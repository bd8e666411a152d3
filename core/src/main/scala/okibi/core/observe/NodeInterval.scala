package okibi.core.observe

/** The load of a machine during an interval. Whole percents, mebibytes and milliseconds are fine enough for a chart and
  * take few bytes in a log.
  *
  * @param startMs       start by the machine's clock
  * @param userPercent   share of the time of all processors in programs
  * @param systemPercent share of the time of all processors in the kernel
  * @param iowaitPercent share of the time of all processors that waited for a device
  * @param cachedMiB     size of the page cache at the end
  * @param dirtyMiB      part of the page cache that waited to be written
  * @param disks         load of each device, in the order of the series' devices; trailing idle devices are left out
  */
final case class NodeInterval(
    startMs: Long,
    lengthMs: Int,
    userPercent: Int,
    systemPercent: Int,
    iowaitPercent: Int,
    cachedMiB: Int,
    dirtyMiB: Int,
    disks: Seq[DiskInterval]
) {
  def endMs: Long = startMs + lengthMs

  /** This interval and the next one, merged into one. */
  def and(next: NodeInterval): NodeInterval = {
    // At least the sum of both lengths: the machine's clock may have been set back between the intervals.
    val length = math.min(Int.MaxValue.toLong, math.max(lengthMs.toLong + next.lengthMs, next.endMs - startMs)).toInt
    def mean(a: Int, b: Int): Int = if (length <= 0) b
    else math.round((a.toDouble * lengthMs + b.toDouble * next.lengthMs) / (lengthMs + next.lengthMs)).toInt
    NodeInterval(
      startMs,
      length,
      mean(userPercent, next.userPercent),
      mean(systemPercent, next.systemPercent),
      mean(iowaitPercent, next.iowaitPercent),
      next.cachedMiB,
      next.dirtyMiB,
      disks.zipAll(next.disks, DiskInterval.idle, DiskInterval.idle).map { case (a, b) => a and b }
    )
  }
}

/** The load of a device during an interval.
  *
  * @param busyMs time during which at least one request was in progress
  */
final case class DiskInterval(readKiB: Long, writtenKiB: Long, busyMs: Int) {
  def and(next: DiskInterval): DiskInterval =
    DiskInterval(readKiB + next.readKiB, writtenKiB + next.writtenKiB, busyMs + next.busyMs)
  def isIdle: Boolean = this == DiskInterval.idle
}

object DiskInterval {
  val idle: DiskInterval = DiskInterval(0, 0, 0)
}

/** Consecutive intervals of a node.
  *
  * @param devices     the devices with any load so far, in the order of their first load
  * @param directories Spark's directories on this node, each with the position of its device in `devices`; -1 for a
  *                    directory on none of them, as on tmpfs
  */
final case class NodeSeries(
    processors: Int,
    devices: Seq[String],
    directories: Seq[(String, Int)],
    intervals: Seq[NodeInterval]
)
