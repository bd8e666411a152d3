package okibi.bench.machine.device

import okibi.bench.runner.ResultTable
import okibi.core.machine.DeviceSpeed

/** Tables of the speeds of devices. */
object DeviceTable {

  /** Title of each access pattern: MB/s for sequential access, operations per second for random access. */
  val figures: Seq[(String, AccessPattern)] = AccessPattern.all.map { pattern =>
    val words = Seq(
      if (pattern.random) "rnd" else "seq",
      if (pattern.write) "write" else "read",
      if (pattern.direct) "direct" else "cached",
      if (pattern.random) "IOPS" else "MB/s"
    )
    words.mkString(" ") -> pattern
  }

  /** The figure of an access pattern; `-` without one. */
  def text(pattern: AccessPattern, mbPerSecond: Option[Double], iops: Option[Double]): String =
    (if (pattern.random) iops else mbPerSecond).map(value => f"$value%.0f").getOrElse("-")

  /** The table: one column for each directory, because there are more figures than directories. */
  def apply(devices: Seq[DeviceSpeed]): String = {
    val facts = Seq[(String, DeviceSpeed => String)](
      "device" -> (_.device),
      "file system" -> (_.fileSystem),
      "mounted on" -> (_.mountPoint),
      "free GB" -> (d => f"${d.freeBytes / 1e9}%.1f"),
      "measured with" -> (_.tool)
    )
    val speeds = figures.map { case (title, pattern) =>
      title -> ((d: DeviceSpeed) => text(pattern, d.mbPerSecond(pattern.name), d.iops(pattern.name)))
    }
    val table = ResultTable(
      "directory" +: devices.map(_.directory),
      (facts ++ speeds).map { case (title, cell) => title +: devices.map(cell) }
    )
    (table +: devices.flatMap(device => device.notes.map(note => s"${device.directory}: $note"))).mkString("\n")
  }
}
