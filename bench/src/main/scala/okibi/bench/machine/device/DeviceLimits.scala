package okibi.bench.machine.device

import okibi.bench.runner.UsageException

/** The limits of a simulated device, for reads and for writes each. */
final case class DeviceLimits(name: String, bytesPerSecond: Long, operationsPerSecond: Long) {
  def line: String = f"simulated $name%s: ${bytesPerSecond / 1e6}%.0f MB/s, $operationsPerSecond%d operations a second"
}

object DeviceLimits {

  /** Table 2 of Tanimura and Ogawa: 49.9 MiB/s and 243 IOPS of a hard disk for laptops. */
  val hdd: DeviceLimits = DeviceLimits("hdd", 50L << 20, 243)

  /** A drive of flash memory on SATA. */
  val ssd: DeviceLimits = DeviceLimits("ssd", 500L * 1000 * 1000, 90000)

  /** No limit: the kernel's 0. */
  private[device] val none: DeviceLimits = DeviceLimits("unlimited", 0, 0)

  val all: Seq[DeviceLimits] = Seq(hdd, ssd)

  /** @throws UsageException for an unknown name */
  def named(name: String): DeviceLimits = all
    .find(_.name == name)
    .getOrElse(
      throw new UsageException(s"--simulate-device $name: no such device. Allowed: ${all.map(_.name).mkString(", ")}.")
    )
}
