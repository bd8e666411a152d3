package okibi.explain.facts

import okibi.core.observe.{DiskInterval, NodeInterval}

/** What a machine did while the application ran, where Okibi wrote that into the log.
  *
  * @param directories of Spark, each with the device that it is on; none where it is on no disk
  * @param intervals   by time
  * @param aheadMs     that its clock is ahead of the driver's clock at least; 0 where nothing shows that it is
  */
final case class NodeFacts(
    host: String,
    processors: Int,
    devices: Seq[String],
    directories: Seq[(String, Option[String])],
    intervals: IndexedSeq[NodeInterval],
    aheadMs: Long = 0
) {

  /** The machine's means between two moments; none where intervals cover less than half of that time. */
  def between(fromMs: Long, untilMs: Long): Option[NodeMeans] = {
    val overlaps = intervals
      .slice(firstFrom(fromMs - longestMs), firstFrom(untilMs))
      .iterator
      .map(interval => interval -> (math.min(interval.endMs, untilMs) - math.max(interval.startMs, fromMs)))
      .filter(_._2 > 0)
      .toSeq
    val knownMs = overlaps.map(_._2).sum
    if (knownMs <= 0 || 2 * knownMs < untilMs - fromMs) None
    else {
      def mean(figure: NodeInterval => Double): Double =
        overlaps.map { case (interval, ms) => figure(interval) * ms }.sum / knownMs
      def diskMean(device: Int)(figure: DiskInterval => Double): Double = mean { interval =>
        figure(interval.disks.lift(device).getOrElse(DiskInterval.idle)) / math.max(1, interval.lengthMs)
      }
      Some(
        NodeMeans(
          mean(_.userPercent),
          mean(_.systemPercent),
          mean(_.iowaitPercent),
          devices.indices.map { device =>
            devices(device) -> DiskMeans(
              diskMean(device)(_.readKiB * 1.024),
              diskMean(device)(_.writtenKiB * 1.024),
              100 * math.min(1.0, diskMean(device)(_.busyMs.toDouble))
            )
          }.toMap
        )
      )
    }
  }

  private lazy val longestMs: Int = intervals.iterator.map(_.lengthMs).foldLeft(0)(math.max)

  /** The position of the first interval that begins at a time or later. Both stages and intervals are many, so the
    * search is binary.
    */
  private def firstFrom(ms: Long): Int = {
    @annotation.tailrec
    def go(low: Int, high: Int): Int =
      if (low >= high) low
      else {
        val middle = (low + high) >>> 1
        if (intervals(middle).startMs < ms) go(middle + 1, high) else go(low, middle)
      }
    go(0, intervals.size)
  }

  /** The devices that Spark's directories are on. */
  def localDevices: Seq[String] = directories.flatMap(_._2).distinct
}

object NodeFacts {

  /** A difference of clocks that samples of a second tolerate. */
  val toleratedSkewMs = 2000L
}

/** Means of a machine, in percent of all processors' time.
  *
  * @param disks by device
  */
final case class NodeMeans(
    userPercent: Double,
    systemPercent: Double,
    iowaitPercent: Double,
    disks: Map[String, DiskMeans]
)

/** Means of a disk: megabytes a second, and the percentage of time with at least one request. */
final case class DiskMeans(readMbPerSecond: Double, writtenMbPerSecond: Double, busyPercent: Double) {
  def movedMbPerSecond: Double = readMbPerSecond + writtenMbPerSecond
}
