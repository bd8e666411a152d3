package okibi.explain.facts

import scala.collection.mutable

import okibi.core.observe.{DiskInterval, NodeInterval, NodeSeries}

/** Joins a machine's series in the order in which the log has them. Not thread-safe. */
private[facts] final class NodeBuilder(host: String) {
  private var last = NodeSeries(0, Nil, Nil, Nil)
  private val intervals = mutable.ArrayBuffer.empty[NodeInterval]
  private var figureCount = 0L
  private var (series, earlySeries, leastEarlyMs) = (0, 0, Long.MaxValue)
  private var unheardUntilMs = Option.empty[Long]

  /** Where another executor than before logs the machine, devices come in another order. */
  def add(next: NodeSeries): Unit = {
    val order = (last.devices ++ next.devices.filterNot(last.devices.contains)).take(NodeBuilder.mostDevices)
    val places = order.map(next.devices.indexOf(_))
    val added = next.intervals.map(interval => interval.copy(disks = reordered(interval.disks, places)))
    intervals ++= added
    figureCount += added.map(NodeBuilder.figures).sum
    val directories = next.directories.map { case (path, device) =>
      path -> (if (device < 0) -1 else order.indexOf(next.devices(device)))
    }
    last = NodeSeries(
      next.processors,
      order,
      (last.directories ++ directories).distinct.take(NodeBuilder.mostDevices),
      Nil
    )
    unheardUntilMs = next.intervals.lastOption.map(_.endMs)
  }

  /** Disks at new places, without idle disks at the end. */
  private def reordered(disks: Seq[DiskInterval], places: Seq[Int]): Seq[DiskInterval] =
    if (disks.isEmpty) Nil
    else {
      val moved =
        places.map(place => if (place < 0) DiskInterval.idle else disks.lift(place).getOrElse(DiskInterval.idle))
      moved.take(moved.lastIndexWhere(!_.isIdle) + 1)
    }

  /** Notes the driver's clock at the first event after a series. The intervals of the series are over by then, unless
    * the machine's clock is ahead; a driver that handles its events late may look alike now and then.
    */
  def driverAt(driverMs: Long): Unit = unheardUntilMs.foreach { untilMs =>
    unheardUntilMs = None
    series += 1
    if (untilMs - driverMs > NodeFacts.toleratedSkewMs) {
      earlySeries += 1
      leastEarlyMs = math.min(leastEarlyMs, untilMs - driverMs)
    }
  }

  /** How much is kept: each interval counts as one, and each disk in it. */
  def figures: Long = figureCount

  def forgetHalf(): Unit = {
    intervals.remove(0, (intervals.size + 1) / 2)
    figureCount = intervals.iterator.map(NodeBuilder.figures).sum
  }

  def facts: NodeFacts =
    NodeFacts(
      host,
      last.processors,
      last.devices,
      last.directories.map { case (path, device) => path -> last.devices.lift(device) },
      intervals.sortBy(_.startMs).toIndexedSeq,
      if (2 * earlySeries > series) leastEarlyMs else 0
    )
}

private object NodeBuilder {

  /** More than any machine has. Every series may name further ones. */
  val mostDevices = 1000

  def figures(interval: NodeInterval): Long = 1L + interval.disks.size
}
