package okibi.core.observe

/** What a machine did for some time. Whole percents, mebibytes and milliseconds: as fine as anybody reads them off a chart, and few bytes in a log.
  *
  * @param startMs of the machine's clock
  * @param user    share of all processors' time in percent; `system` and `iowait` the same
  * @param cachedMiB what the page cache held at the end, and of it `dirtyMiB` that waited to be written
  * @param disks   what each device did, in the order of the series' devices; nothing for those that come later than the last one that did anything
  */
final case class NodeInterval(
    startMs: Long,
    lengthMs: Int,
    user: Int,
    system: Int,
    iowait: Int,
    cachedMiB: Int,
    dirtyMiB: Int,
    disks: Seq[DiskInterval]
) {
  def endMs: Long = startMs + lengthMs

  /** This and the next as one. */
  def and(next: NodeInterval): NodeInterval = {
    // Never less than both: the machine's clock may have been set back between them.
    val length = math.min(Int.MaxValue.toLong, math.max(lengthMs.toLong + next.lengthMs, next.endMs - startMs)).toInt
    def mean(a: Int, b: Int): Int = if (length <= 0) b
    else math.round((a.toDouble * lengthMs + b.toDouble * next.lengthMs) / (lengthMs + next.lengthMs)).toInt
    NodeInterval(
      startMs,
      length,
      mean(user, next.user),
      mean(system, next.system),
      mean(iowait, next.iowait),
      next.cachedMiB,
      next.dirtyMiB,
      disks.zipAll(next.disks, DiskInterval.idle, DiskInterval.idle).map { case (a, b) => a and b }
    )
  }
}

/** @param busyMs during which at least one request was under way */
final case class DiskInterval(readKiB: Long, writtenKiB: Long, busyMs: Int) {
  def and(next: DiskInterval): DiskInterval =
    DiskInterval(readKiB + next.readKiB, writtenKiB + next.writtenKiB, busyMs + next.busyMs)
  def isIdle: Boolean = this == DiskInterval.idle
}

object DiskInterval {
  val idle: DiskInterval = DiskInterval(0, 0, 0)
}

/** A node's intervals, one after the other.
  *
  * @param devices     that did anything so far, in the order in which they began to
  * @param directories of Spark's on this node, and the position of each one's device; -1 where it is on none of them, as tmpfs is
  */
final case class NodeSeries(
    processors: Int,
    devices: Seq[String],
    directories: Seq[(String, Int)],
    intervals: Seq[NodeInterval]
)
