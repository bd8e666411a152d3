package okibi.core.observe

import scala.collection.mutable
import scala.collection.mutable.ArrayBuffer

import okibi.core.machine.{DiskCounters, MachineSample}

/** Makes intervals of a machine's samples, and keeps them until they are taken. When nobody takes them, neighbours are put together: memory is bounded by
  * [[NodeMeter.mostKept]] intervals. Thread-safe.
  *
  * @param directories of Spark's, and the device that each is on, by the name that the kernel's counters have; none for one that has none
  */
final class NodeMeter(processors: Int, directories: Seq[(String, Option[String])]) {
  private val devices = mutable.LinkedHashMap.empty[String, Int]
  private var kept = ArrayBuffer.empty[NodeInterval]
  private var last: Option[(Long, MachineSample)] = None
  directories.flatMap(_._2).foreach(position)

  /** @param clockMs of the machine at the sample */
  def add(clockMs: Long, sample: MachineSample): Unit = synchronized {
    last.foreach { case (beforeMs, before) => interval(beforeMs, before, sample).foreach(kept += _) }
    last = Some(clockMs -> sample)
    if (kept.size > NodeMeter.mostKept) kept = NodeMeter.halved(kept)
  }

  /** Those since the last time; none when there are none. */
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

  /** Another one tells of this machine: what comes next begins anew. */
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
        memory.fold(0)(its => (its.cachedBytes >> 20).toInt),
        memory.fold(0)(its => (its.dirtyBytes >> 20).toInt),
        disks(before.disks, after.disks)
      )
    }
  }

  private def disks(before: Map[String, DiskCounters], after: Map[String, DiskCounters]): Seq[DiskInterval] = {
    val done =
      for ((device, a) <- before; b <- after.get(device); its = difference(a, b); if !its.isIdle)
        yield position(device) -> its
    if (done.isEmpty) Nil else (0 to done.keys.max).map(done.getOrElse(_, DiskInterval.idle))
  }

  /** A counter that went backwards is that of a device which came anew. */
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

  /** A quarter of an hour of seconds. */
  val mostKept = 900

  /** Every two neighbours as one. */
  private[observe] def halved(intervals: ArrayBuffer[NodeInterval]): ArrayBuffer[NodeInterval] =
    ArrayBuffer.empty[NodeInterval] ++= intervals.grouped(2).map(_.reduce(_ and _))

  /** As many intervals as are allowed, neighbours put together as often as that takes. */
  @annotation.tailrec
  def atMost(series: NodeSeries, count: Int): NodeSeries =
    if (series.intervals.size <= math.max(1, count)) series
    else atMost(series.copy(intervals = series.intervals.grouped(2).map(_.reduce(_ and _)).toVector), count)
}
