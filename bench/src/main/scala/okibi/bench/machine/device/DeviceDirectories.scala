package okibi.bench.machine.device

import java.io.IOException
import java.nio.file.{Files, Path, Paths}

import scala.io.Source
import scala.util.{Try, Using}

import okibi.bench.runner.UsageException

/** The directories that are measured, and whether they can be measured. */
object DeviceDirectories {
  private val memory = Paths.get("/dev/shm")
  private val memoryInfo = "/proc/meminfo"

  /** The given directories. Without any, the work folder, and the file system in memory where it exists and has room.
    *
    * @param work  need not exist yet
    * @param bytes room that each directory must have
    * @throws UsageException for a directory that does not exist, is not writable, is too small, or is on the same
    *         device as another
    */
  def orDefaults(chosen: Seq[Path], work: Path, bytes: Long): Seq[Device] =
    if (chosen.nonEmpty) orWork(chosen, work, bytes)
    else {
      val first = orWork(chosen, work, bytes)
      first ++ inMemory.filter(device => room(device) >= bytes && !first.exists(_.id == device.id))
    }

  /** Why the file system in memory is left out by default, where it exists. */
  def note(chosen: Seq[Path], bytes: Long): Option[String] =
    inMemory
      .filter(device => chosen.isEmpty && room(device) < bytes)
      .map(device => s"$memory is left out: it needs ${megabytes(bytes)} and has ${megabytes(room(device))}")

  private def inMemory: Option[Device] = if (Files.isWritable(memory)) Some(Device.of(memory)) else None

  /** The given directories, or the work folder without any. */
  def orWork(chosen: Seq[Path], work: Path, bytes: Long): Seq[Device] = {
    val devices =
      if (chosen.isEmpty) Seq(Device.of(existing(work)).copy(directory = work.toAbsolutePath.normalize))
      else chosen.map(checked)
    devices.foreach(device =>
      requireRoom(device, bytes, if (chosen.isEmpty) device.directory.toString else s"--dir ${device.directory}")
    )
    for ((device, index) <- devices.zipWithIndex; other <- devices.take(index).find(_.id == device.id))
      throw new UsageException(
        s"--dir ${device.directory}: on the same device as ${other.directory} (${device.name}, mounted on " +
          s"${device.mountPoint}), so there is nothing to compare. Give one directory of each device."
      )
    devices
  }

  private def checked(directory: Path): Device =
    try {
      if (!Files.exists(directory))
        throw new UsageException(s"--dir $directory: no such directory. Create it, or give another.")
      if (!Files.isDirectory(directory))
        throw new UsageException(s"--dir $directory: not a directory. Give a directory that can be written.")
      // Creating a file is the only reliable test: permissions are not all that can forbid it.
      Files.delete(Files.createTempFile(directory, "okibi-", ".try"))
      Device.of(directory)
    } catch {
      case e: IOException =>
        throw new UsageException(
          s"--dir $directory: not writable (${e.getClass.getSimpleName}). Give a directory that can be written."
        )
    }

  /** @param subject first words of the refusal: the work folder was not given by --dir */
  private def requireRoom(device: Device, bytes: Long, subject: String): Unit = {
    val roomBytes = room(device)
    if (roomBytes < bytes)
      throw new UsageException(
        s"$subject: too small: needs ${megabytes(bytes)}, has ${megabytes(roomBytes)} (${device.name}). " +
          "Free some space, give another directory, or choose a smaller --scale."
      )
  }

  /** Free bytes. In a file system in memory, no more than the memory that is available. */
  private def room(device: Device): Long = {
    val free = Files.getFileStore(existing(device.directory)).getUsableSpace
    if (device.isMemory) math.min(free, availableMemoryBytes.getOrElse(free)) else free
  }

  /** Memory that Linux can still give to programs. */
  private def availableMemoryBytes: Option[Long] =
    Try(Using.resource(Source.fromFile(memoryInfo))(_.getLines().collectFirst { case s"MemAvailable:$kilobytes kB" =>
      kilobytes.trim.toLong << 10
    })).toOption.flatten

  private def existing(path: Path): Path =
    Iterator.iterate(path.toAbsolutePath.normalize)(_.getParent).find(Files.isDirectory(_)).get

  private def megabytes(bytes: Long): String = f"${bytes / 1e6}%.0f MB"
}
