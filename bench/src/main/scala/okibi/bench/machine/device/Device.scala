package okibi.bench.machine.device

import java.nio.file.{Files, Path}

import scala.util.Try

/** What a directory is on.
  *
  * @param directory  that exists, absolute
  * @param id         st_dev: equal for directories on the same device
  * @param name       of the device as the system calls it, `/dev/sda1` or `tmpfs`
  * @param mountPoint the highest directory that is on the same device
  * @param fileSystem `ext4`, `tmpfs`, ...
  */
final case class Device(directory: Path, id: Long, name: String, mountPoint: Path, fileSystem: String) {

  /** Bytes that this user can write there now. */
  def freeBytes: Long = Files.getFileStore(directory).getUsableSpace

  /** Whether its files are in memory and nowhere else: there is nothing that direct I/O could reach. */
  def isMemory: Boolean = Device.memoryFileSystems(fileSystem)

  /** As tables call it. */
  def line: String = s"$directory ($name, $fileSystem)"
}

object Device {
  private val memoryFileSystems = Set("tmpfs", "ramfs")

  /** @param directory must exist
    * @throws java.io.IOException when the system does not tell
    */
  def of(directory: Path): Device = {
    val real = directory.toRealPath()
    val store = Files.getFileStore(real)
    Device(directory.toAbsolutePath.normalize, id(real), store.name, mountPoint(real), store.`type`)
  }

  /** st_dev of a file. */
  def id(file: Path): Long = Files.getAttribute(file, "unix:dev").asInstanceOf[Number].longValue

  private def mountPoint(directory: Path): Path = {
    val own = id(directory)
    Iterator
      .iterate(directory)(_.getParent)
      .takeWhile(path => path != null && Try(id(path)).toOption.contains(own))
      .reduce((_, up) => up)
  }
}
