package okibi.core.observe

import scala.collection.mutable
import scala.collection.mutable.ArrayBuffer

import okibi.core.machine.{DiskCounters, MachineSample}

/** Turns samples of a machine into intervals, and keeps the intervals until they are taken. If they are not taken,
  * neighbouring intervals are merged, so that memory is bounded by [[NodeMeter.maxKept]] intervals. Thread-safe.
  *
  * @param directories Spark's directories, each with its device under the name in the kernel's counters; None for a
  *                    directory on no device
  */
final class NodeMeter(processors: Int, directories: Seq[(String, Option[String])]) {
  private val devices = mutable.LinkedHashMap.empty[String, Int]
  private var kept = ArrayBuffer.empty[NodeInterval]
  private var last: Option[(Long, MachineSample)] = None
  directories.flatMap(_._2).foreach(position)

  /** Adds a sample.
    *
    * @param clockMs the machine's clock at the sample
    */
  def add(clockMs: Long, sample: MachineSample): Unit = synchronized {
    last.foreach { case (beforeMs, before) => interval(beforeMs, before, sample).foreach(kept += _) }
    last = Some(clockMs -> sample)
    if (kept.size > NodeMeter.maxKept) kept = NodeMeter.halved(kept)
  }

  /** Removes and returns the intervals since the last call; None when there are none. */
  def take(): Option[NodeSeries] = synchronized {
    val intervals = kept.toVector
    kept = ArrayBuffer.empty
    if (intervals.isEmpty) None
    else
      Some(
        NodeSeries(
          processors,
          devices.keys.toSeq,
          directories.map { case (path, device) => path -> device.fold(-1)(devices) },
          intervals
        )
      )
  }

  /** Drops all intervals, because another executor reports this machine. The next interval starts with the next sample.
    */
  def forget(): Unit = synchronized {
    last = None
    kept = ArrayBuffer.empty
  }

  private def interval(startMs: Long, before: MachineSample, after: MachineSample): Option[NodeInterval] = {
    val lengthMs = (after.nanos - before.nanos) / 1000000
    for {
      a <- before.cpu
      b <- after.cpu
      spent = b - a
      if lengthMs > 0 && lengthMs < Int.MaxValue && spent.total > 0
    } yield {
      def share(ticks: Long): Int = math.max(0, math.min(100, math.round(100.0 * ticks / spent.total).toInt))
      val memory = after.memory
      NodeInterval(
        startMs,
        lengthMs.toInt,
        share(spent.user),
        share(spent.system),
        share(spent.iowait),
        memory.fold(0)(info => (info.cachedBytes >> 20).toInt),
        memory.fold(0)(info => (info.dirtyBytes >> 20).toInt),
        disks(before.disks, after.disks)
      )
    }
  }

  private def disks(before: Map[String, DiskCounters], after: Map[String, DiskCounters]): Seq[DiskInterval] = {
    val loads =
      for ((device, a) <- before; b <- after.get(device); load = difference(a, b); if !load.isIdle)
        yield position(device) -> load
    if (loads.isEmpty) Nil else (0 to loads.keys.max).map(loads.getOrElse(_, DiskInterval.idle))
  }

  /** The load between two samples; idle if a counter went backwards, because then the device was attached again. */
  private def difference(a: DiskCounters, b: DiskCounters): DiskInterval =
    if (b.readBytes < a.readBytes || b.writtenBytes < a.writtenBytes || b.busyMs < a.busyMs) DiskInterval.idle
    else
      DiskInterval(
        (b.readBytes - a.readBytes) >> 10,
        (b.writtenBytes - a.writtenBytes) >> 10,
        math.min(Int.MaxValue.toLong, b.busyMs - a.busyMs).toInt
      )

  private def position(device: String): Int = devices.getOrElseUpdate(device, devices.size)
}

object NodeMeter {

  /** A quarter of an hour with an interval a second. */
  val maxKept = 900

  /** The intervals with every two neighbours merged. */
  private def halved(intervals: collection.Seq[NodeInterval]): ArrayBuffer[NodeInterval] =
    ArrayBuffer.empty[NodeInterval] ++= intervals.grouped(2).map(_.reduce(_ and _))

  /** The series with at most `count` intervals: neighbours are merged as often as this requires. */
  @annotation.tailrec
  def atMost(series: NodeSeries, count: Int): NodeSeries =
    if (series.intervals.size <= math.max(1, count)) series
    else atMost(series.copy(intervals = halved(series.intervals).toVector), count)
}
