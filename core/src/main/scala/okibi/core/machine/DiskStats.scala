package okibi.core.machine

import java.nio.file.{Files, Path, Paths}

/** What a block device has done since the machine started.
  *
  * @param busyMs time during which at least one request was under way
  */
final case class DiskCounters(readBytes: Long, writtenBytes: Long, busyMs: Long)

/** /proc/diskstats: Documentation/admin-guide/iostats.rst of the kernel. Only what reaches a device is counted, not what the page
  * cache answers.
  */
object DiskStats {
  private val sectorBytes = 512L // whatever the device's own sectors are
  private val wholeDevices: Path = Paths.get("/sys/block")

  /** Counters of each whole device by its name, without partitions, whose requests are counted with their device's; empty where
    * there is no /proc.
    */
  def read(): Map[String, DiskCounters] =
    parse(Proc.lines("diskstats")).filter { case (device, _) =>
      !Files.isDirectory(wholeDevices) || Files.exists(wholeDevices.resolve(device))
    }

  private[machine] def parse(lines: Seq[Seq[String]]): Map[String, DiskCounters] =
    lines
      .collect { case Seq(_, _, device, _, _, sectorsRead, _, _, _, sectorsWritten, _, _, busyMs, _*) =>
        for {
          read <- Proc.counter(sectorsRead, sectorBytes)
          written <- Proc.counter(sectorsWritten, sectorBytes)
          busy <- Proc.counter(busyMs)
        } yield device -> DiskCounters(read, written, busy)
      }
      .flatten
      .toMap
}
