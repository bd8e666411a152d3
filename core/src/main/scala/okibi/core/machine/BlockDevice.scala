package okibi.core.machine

import java.nio.file.{Files, Path, Paths}

import scala.util.Try

/** Which block device a directory is on: sysfs(5), /sys/dev/block. */
object BlockDevice {
  private val devices: Path = Paths.get("/sys/dev/block")

  /** The whole device by the name that [[DiskStats]] has; None where there is none, as for tmpfs, or where the system does not tell. */
  def of(directory: Path): Option[String] = Try {
    val (major, minor) = numbers(Files.getAttribute(directory, "unix:dev").asInstanceOf[Number].longValue)
    val device = devices.resolve(s"$major:$minor").toRealPath()
    (if (Files.exists(device.resolve("partition"))) device.getParent else device).getFileName.toString
  }.toOption

  /** Of st_dev, as the C library puts them together. */
  private[machine] def numbers(device: Long): (Long, Long) =
    ((device >> 8 & 0xfffL) | (device >> 32 & ~0xfffL), (device & 0xffL) | (device >> 12 & 0xffffff00L))
}
