package okibi.bench.machine.series

import okibi.bench.protocol.TimeSeries
import okibi.core.machine.{CpuTicks, DiskCounters, MachineSample, MemInfo}

/** The machine's activity between samples, as time series. */
object MachineSeries {

  /** The series. `cpu.user`, `cpu.system`, `cpu.iowait`: share of all cores' time, in percent. For each device that was
    * used, `disk.<device>.read` and `.written` in MB/s and `.busy` in percent. `memory.cached` and `memory.dirty` in
    * MB, at the end of each interval.
    *
    * @param samples     in the order of time
    * @param stepSeconds between two samples
    */
  def apply(samples: Seq[MachineSample], stepSeconds: Double): Seq[TimeSeries] = {
    val intervals = samples.zip(samples.drop(1))
    def series(name: String, unit: String)(
        value: (MachineSample, MachineSample) => Option[Double]
    ): Option[TimeSeries] = {
      val values = intervals.map { case (before, after) => value(before, after) }
      if (values.exists(_.isDefined)) Some(TimeSeries(name, unit, 0, stepSeconds, values.map(_.getOrElse(0.0))))
      else None
    }

    def cpu(name: String)(ticks: CpuTicks => Long) = series(s"cpu.$name", "%") { (before, after) =>
      for (a <- before.cpu; b <- after.cpu; spent = b - a if spent.total > 0)
        yield math.max(0.0, 100.0 * ticks(spent) / spent.total)
    }

    def memory(name: String)(bytes: MemInfo => Long) =
      series(s"memory.$name", "MB")((_, after) => after.memory.map(bytes(_) / 1e6))

    /** A counter that went backwards belongs to a device that was replaced. */
    def disk(device: String, name: String, unit: String)(perSecond: DiskCounters => Double) =
      series(s"disk.$device.$name", unit) { (before, after) =>
        val seconds = (after.nanos - before.nanos) / 1e9
        for (a <- before.disks.get(device); b <- after.disks.get(device))
          yield math.max(0.0, (perSecond(b) - perSecond(a)) / seconds)
      }

    val devices = samples.lastOption.toSeq
      .flatMap(_.disks.keys.toSeq.sorted)
      .filter(device => samples.flatMap(_.disks.get(device)).distinct.size > 1)
    Seq(cpu("user")(_.user), cpu("system")(_.system), cpu("iowait")(_.iowait)).flatten ++
      devices.flatMap { device =>
        Seq(
          disk(device, "read", "MB/s")(_.readBytes / 1e6),
          disk(device, "written", "MB/s")(_.writtenBytes / 1e6),
          disk(device, "busy", "%")(_.busyMs / 10.0)
        ).flatten
      } ++ Seq(memory("cached")(_.cachedBytes), memory("dirty")(_.dirtyBytes)).flatten
  }
}
