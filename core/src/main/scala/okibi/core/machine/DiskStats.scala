package okibi.core.machine

import java.nio.file.{Files, Path, Paths}

/** The work of a block device since the start of the machine.
  *
  * @param busyMs time during which at least one request was in progress
  */
final case class DiskCounters(readBytes: Long, writtenBytes: Long, busyMs: Long)

/** /proc/diskstats: Documentation/admin-guide/iostats.rst of the kernel. It counts the requests that reach a device,
  * without those that the page cache serves.
  */
object DiskStats {
  private val sectorBytes = 512L // independent of the device's own sector size
  private val wholeDevices: Path = Paths.get("/sys/block")

  /** The counters of each whole device by its name. Partitions are left out, because their device counts their
    * requests. Empty where there is no /proc.
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
