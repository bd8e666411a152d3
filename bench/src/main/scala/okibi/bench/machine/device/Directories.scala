package okibi.bench.machine.device

import java.io.IOException
import java.nio.file.{Files, Path, Paths}

import scala.io.Source
import scala.util.{Try, Using}

import okibi.bench.runner.UsageException

/** The directories that are measured, and whether they can be. */
object Directories {
  private val memory = Paths.get("/dev/shm")
  private val memoryInfo = "/proc/meminfo"

  /** Those that were given; when none was, the work folder and memory's own where it is there and has room.
    *
    * @param work  need not exist yet
    * @param bytes that each must have room for
    * @throws UsageException for one that is no directory, not writable, too small, or on the same device as another
    */
  def orDefaults(chosen: Seq[Path], work: Path, bytes: Long): Seq[Device] =
    if (chosen.nonEmpty) orWork(chosen, work, bytes)
    else {
      val first = orWork(chosen, work, bytes)
      first ++ ofMemory.filter(device => room(device) >= bytes && !first.exists(_.id == device.id))
    }

  /** Why memory's own directory is not among them by default, where it is there and could be. */
  def note(chosen: Seq[Path], bytes: Long): Option[String] =
    ofMemory
      .filter(device => chosen.isEmpty && room(device) < bytes)
      .map(device => s"$memory is left out: it needs ${megabytes(bytes)}, has ${megabytes(room(device))}")

  private def ofMemory: Option[Device] = if (Files.isWritable(memory)) Some(Device.of(memory)) else None

  /** The directories that were given, or the work folder alone. */
  def orWork(chosen: Seq[Path], work: Path, bytes: Long): Seq[Device] = {
    val devices =
      if (chosen.isEmpty) Seq(Device.of(existing(work)).copy(directory = work.toAbsolutePath.normalize))
      else chosen.map(checked)
    devices.foreach(device =>
      roomy(device, bytes, if (chosen.isEmpty) device.directory.toString else s"--dir ${device.directory}")
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
        throw new UsageException(s"--dir $directory: no such directory. Make it, or give another.")
      if (!Files.isDirectory(directory))
        throw new UsageException(s"--dir $directory: not a directory. Give a directory that can be written.")
      // Trying says more than asking: permissions are not all that can forbid it.
      Files.delete(Files.createTempFile(directory, "okibi-", ".try"))
      Device.of(directory)
    } catch {
      case e: IOException =>
        throw new UsageException(
          s"--dir $directory: not writable (${e.getClass.getSimpleName}). Give a directory that can be written."
        )
    }

  /** @param subject what the refusal begins with: nobody gave the work folder by --dir */
  private def roomy(device: Device, bytes: Long, subject: String): Unit = {
    val has = room(device)
    if (has < bytes)
      throw new UsageException(
        s"$subject: too small: needs ${megabytes(bytes)}, has ${megabytes(has)} (${device.name}). " +
          "Free some, give another directory, or take a smaller --scale."
      )
  }

  /** Free bytes; where files are in memory, no more than there is of it. */
  private def room(device: Device): Long = {
    val free = Files.getFileStore(existing(device.directory)).getUsableSpace
    if (device.isMemory) math.min(free, availableMemory.getOrElse(free)) else free
  }

  /** What Linux could still give to programs. */
  private def availableMemory: Option[Long] =
    Try(Using.resource(Source.fromFile(memoryInfo))(_.getLines().collectFirst { case s"MemAvailable:$kilobytes kB" =>
      kilobytes.trim.toLong << 10
    })).toOption.flatten

  private def existing(path: Path): Path =
    Iterator.iterate(path.toAbsolutePath.normalize)(_.getParent).find(Files.isDirectory(_)).get

  private def megabytes(bytes: Long): String = f"${bytes / 1e6}%.0f MB"
}
