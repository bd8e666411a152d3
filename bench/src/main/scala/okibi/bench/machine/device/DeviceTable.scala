package okibi.bench.machine.device

import okibi.bench.runner.Table
import okibi.core.machine.DeviceSpeed

/** What devices take and give, for people. */
object DeviceTable {

  /** Header of a way of access and its figure: MB/s in a row, operations a second anywhere. */
  val figures: Seq[(String, AccessPattern)] = AccessPattern.all.map { pattern =>
    val words = Seq(
      if (pattern.random) "rnd" else "seq",
      if (pattern.write) "write" else "read",
      if (pattern.direct) "direct" else "cached",
      if (pattern.random) "IOPS" else "MB/s"
    )
    words.mkString(" ") -> pattern
  }

  /** @param figure of a way of access by its name, as `DeviceSpeed` has it */
  def text(pattern: AccessPattern, mbPerSecond: Option[Double], iops: Option[Double]): String =
    (if (pattern.random) iops else mbPerSecond).map(value => f"$value%.0f").getOrElse("-")

  /** One column a directory: there are more figures than directories. */
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
    val table = Table(
      "directory" +: devices.map(_.directory),
      (facts ++ speeds).map { case (title, cell) => title +: devices.map(cell) }
    )
    (table +: devices.flatMap(device => device.notes.map(note => s"${device.directory}: $note"))).mkString("\n")
  }
}
