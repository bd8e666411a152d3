package okibi.explain.facts

import okibi.core.observe.{DiskInterval, NodeInterval, NodeSeries}

/** What a machine did while the application ran, where Okibi wrote that into the log.
  *
  * @param intervals by time
  * @param aheadMs   that its clock is ahead of the driver's, at least; 0 where nothing shows that it is
  */
final case class NodeFacts(
    host: String,
    processors: Int,
    devices: Seq[String],
    directories: Seq[(String, Option[String])],
    intervals: IndexedSeq[NodeInterval],
    aheadMs: Long = 0
) {

  /** Its means between two moments; None where nothing is known of at least half of that time. */
  def between(fromMs: Long, untilMs: Long): Option[NodeMeans] = {
    val within = intervals
      .slice(firstFrom(fromMs - longestMs), firstFrom(untilMs))
      .iterator
      .map(its => its -> (math.min(its.endMs, untilMs) - math.max(its.startMs, fromMs)))
      .filter(_._2 > 0)
      .toSeq
    val known = within.map(_._2).sum
    if (known <= 0 || 2 * known < untilMs - fromMs) None
    else {
      def mean(of: NodeInterval => Double): Double = within.map { case (its, ms) => of(its) * ms }.sum / known
      def disk(device: Int)(of: DiskInterval => Double): Double =
        mean(its => of(its.disks.lift(device).getOrElse(DiskInterval.idle)) / math.max(1, its.lengthMs))
      Some(
        NodeMeans(
          mean(_.userPercent),
          mean(_.systemPercent),
          mean(_.iowaitPercent),
          devices.indices.map { device =>
            devices(device) -> DiskMeans(
              disk(device)(_.readKiB * 1.024),
              disk(device)(_.writtenKiB * 1.024),
              100 * math.min(1.0, disk(device)(_.busyMs.toDouble))
            )
          }.toMap
        )
      )
    }
  }

  private lazy val longestMs: Int = intervals.iterator.map(_.lengthMs).foldLeft(0)(math.max)

  /** Position of the first interval that begins then or later. Stages are many and so are intervals: not all are looked at for each. */
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

  /** Devices that Spark's own directories are on. */
  def localDevices: Seq[String] = directories.flatMap(_._2).distinct
}

object NodeFacts {

  /** Clocks that differ by less are good enough for samples of a second. */
  val skewMs = 2000L
}

/** Percent of all processors' time, and each device by its name. */
final case class NodeMeans(user: Double, system: Double, iowait: Double, disks: Map[String, DiskMeans])

/** MB/s, and percent of the time during which it had something to do. */
final case class DiskMeans(read: Double, written: Double, busy: Double) {
  def moved: Double = read + written
}

/** Puts a machine's series together, in the order in which the log has them. Not thread-safe. */
private[facts] final class NodeBuilder(host: String) {
  private var last = NodeSeries(0, Nil, Nil, Nil)
  private var figures = 0L
  private val all = scala.collection.mutable.ArrayBuffer.empty[NodeInterval]
  private var (told, early, leastEarlyMs) = (0, 0, Long.MaxValue)
  private var toldUntil = Option.empty[Long]

  /** Where another executor tells of the machine than before, devices are in another order. */
  def add(series: NodeSeries): Unit = {
    val order = (last.devices ++ series.devices.filterNot(last.devices.contains)).take(NodeBuilder.mostDevices)
    val places = order.map(series.devices.indexOf(_))
    val added = series.intervals.map(its => its.copy(disks = reordered(its.disks, places)))
    all ++= added
    figures += added.map(NodeBuilder.figures).sum
    val directories = series.directories.map { case (path, device) =>
      path -> (if (device < 0) -1 else order.indexOf(series.devices(device)))
    }
    last = NodeSeries(
      series.processors,
      order,
      (last.directories ++ directories).distinct.take(NodeBuilder.mostDevices),
      Nil
    )
    toldUntil = series.intervals.lastOption.map(_.endMs)
  }

  /** Without those at the end that did nothing. */
  private def reordered(disks: Seq[DiskInterval], places: Seq[Int]): Seq[DiskInterval] =
    if (disks.isEmpty) Nil
    else {
      val its =
        places.map(place => if (place < 0) DiskInterval.idle else disks.lift(place).getOrElse(DiskInterval.idle))
      its.take(its.lastIndexWhere(!_.isIdle) + 1)
    }

  /** An event came after what it told, with this time of the driver's. What a machine tells of is over by then, unless its clock is ahead; a driver that is slow with its events may look alike now and then. */
  def heard(driverMs: Long): Unit = toldUntil.foreach { until =>
    toldUntil = None
    told += 1
    if (until - driverMs > NodeFacts.skewMs) {
      early += 1
      leastEarlyMs = math.min(leastEarlyMs, until - driverMs)
    }
  }

  /** How much it keeps: an interval, and each disk in it. */
  def size: Long = figures

  def forgetHalf(): Unit = {
    all.remove(0, (all.size + 1) / 2)
    figures = all.iterator.map(NodeBuilder.figures).sum
  }

  def facts: NodeFacts =
    NodeFacts(
      host,
      last.processors,
      last.devices,
      last.directories.map { case (path, device) => path -> last.devices.lift(device) },
      all.sortBy(_.startMs).toIndexedSeq,
      if (2 * early > told) leastEarlyMs else 0
    )
}

private object NodeBuilder {

  /** More than any machine has; each log may name others. */
  val mostDevices = 1000

  def figures(its: NodeInterval): Long = 1L + its.disks.size
}
