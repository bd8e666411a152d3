package okibi.bench.machine.device

import java.nio.file.{Files, Path}
import java.util.UUID

import scala.util.control.NonFatal

import okibi.core.machine.{AccessSpeed, DeviceSpeed}

/** Measures an access pattern on a file. */
trait DeviceMeter {

  /** Name in tables and in the machine profile. */
  def name: String

  /** Reads or writes for `seconds`. Sequential access ends earlier at the end of the file.
    *
    * @param file has `bytes` bytes; a sequential write makes it
    */
  def measure(file: Path, bytes: Long, pattern: AccessPattern, seconds: Double): AccessSpeed
}

object DeviceMeter {

  /** fio where it is on the PATH, else [[FileChannelMeter]]. */
  def here: DeviceMeter = FioMeter.onPath.getOrElse(FileChannelMeter)

  /** Size of the file that is measured. */
  def fileBytes(quick: Boolean): Long = (if (quick) 64L else 256L) << 20

  private def secondsOfPattern(quick: Boolean): Double = if (quick) 0.4 else 1.5

  /** A unique name for the file of [[directory]]. */
  def fileName(): String = s"okibi-device-${UUID.randomUUID}.data"

  /** Measures every access pattern in a directory, with a file that is deleted afterwards. A pattern that cannot be
    * measured is left out, with a note.
    *
    * @param quick takes a quarter of the time, for a first look
    * @param name  of the file; known to the caller so that the file can be deleted when this program is killed
    */
  def directory(directory: Path, quick: Boolean, meter: DeviceMeter = here, name: String = fileName()): DeviceSpeed = {
    val device = Device.of(directory)
    val file = Files.createFile(directory.resolve(name))
    try {
      val patterns = if (device.isMemory) AccessPattern.all.filterNot(_.direct) else AccessPattern.all
      val measured = patterns.map(pattern => pattern -> attempt(meter, file, pattern, quick))
      val notes = measured.collect { case (pattern, Left(reason)) => s"${pattern.name}: $reason" }
      DeviceSpeed(
        device.directory.toString,
        device.name,
        device.mountPoint.toString,
        device.fileSystem,
        device.freeBytes,
        meter.name,
        measured.collect { case (_, Right(speed)) => speed },
        if (device.isMemory) s"no direct I/O on ${device.fileSystem}" +: notes else notes
      )
    } finally Files.deleteIfExists(file)
  }

  private def attempt(
      meter: DeviceMeter,
      file: Path,
      pattern: AccessPattern,
      quick: Boolean
  ): Either[String, AccessSpeed] =
    try Right(meter.measure(file, fileBytes(quick), pattern, secondsOfPattern(quick)))
    catch { case NonFatal(e) => Left(Option(e.getMessage).getOrElse(e.toString)) }
}
