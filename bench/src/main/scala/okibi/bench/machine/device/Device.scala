package okibi.bench.machine.device

import java.nio.file.{Files, Path}

import scala.util.Try

/** The device that a directory is on.
  *
  * @param directory  exists; absolute
  * @param id         st_dev: equal for directories on the same device
  * @param name       as the system has it, `/dev/sda1` or `tmpfs`
  * @param mountPoint the highest directory on the same device
  * @param fileSystem `ext4`, `tmpfs`, ...
  */
final case class Device(directory: Path, id: Long, name: String, mountPoint: Path, fileSystem: String) {

  /** Bytes that this user can write to it now. */
  def freeBytes: Long = Files.getFileStore(directory).getUsableSpace

  /** Whether its files exist in memory only, so that there is nothing to reach with direct I/O. */
  def isMemory: Boolean = Device.memoryFileSystems(fileSystem)

  /** Description for tables. */
  def line: String = s"$directory ($name, $fileSystem)"
}

object Device {
  private val memoryFileSystems = Set("tmpfs", "ramfs")

  /** @param directory must exist
    * @throws java.io.IOException when the system does not tell its device
    */
  def of(directory: Path): Device = {
    val real = directory.toRealPath()
    val store = Files.getFileStore(real)
    Device(directory.toAbsolutePath.normalize, id(real), store.name, mountPoint(real), store.`type`)
  }

  /** st_dev of a file. */
  def id(file: Path): Long = Files.getAttribute(file, "unix:dev").asInstanceOf[Number].longValue

  private def mountPoint(directory: Path): Path = {
    val device = id(directory)
    Iterator
      .iterate(directory)(_.getParent)
      .takeWhile(path => path != null && Try(id(path)).toOption.contains(device))
      .reduce((_, up) => up)
  }
}
