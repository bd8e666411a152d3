package okibi.core.machine

import java.nio.file.{Files, Path, Paths}

import scala.util.Try

/** The block device of a directory: sysfs(5), /sys/dev/block. */
object BlockDevice {
  private val devices: Path = Paths.get("/sys/dev/block")

  /** The whole device under its name in [[DiskStats]]. None where the directory is on no device, as on tmpfs, or where
    * the system does not report it.
    */
  def of(directory: Path): Option[String] = Try {
    val (major, minor) = numbers(Files.getAttribute(directory, "unix:dev").asInstanceOf[Number].longValue)
    val device = devices.resolve(s"$major:$minor").toRealPath()
    (if (Files.exists(device.resolve("partition"))) device.getParent else device).getFileName.toString
  }.toOption

  /** The major and minor number in st_dev, as the C library encodes them. */
  private[machine] def numbers(device: Long): (Long, Long) =
    ((device >> 8 & 0xfffL) | (device >> 32 & ~0xfffL), (device & 0xffL) | (device >> 12 & 0xffffff00L))
}
