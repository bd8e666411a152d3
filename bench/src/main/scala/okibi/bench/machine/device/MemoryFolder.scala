package okibi.bench.machine.device

import java.nio.file.{Files, Path, Paths}

import okibi.bench.runner.RunScope

/** A folder in memory for the data, so that no device is measured; on a machine without one, a folder of the work disk, whose files the
  * page cache holds.
  */
object MemoryFolder {
  private val memory = Paths.get("/dev/shm")

  /** Makes a folder that goes with the scope.
    *
    * @param bytes that it must have room for
    */
  def open(scope: RunScope, bytes: Long): Path =
    if (!isThere(bytes)) scope.subfolder("data")
    else {
      val folder = Files.createTempDirectory(memory, "okibi-bench-")
      scope.undo(s"folder $folder")(RunScope.delete(folder))
      folder
    }

  /** For the reader of the figures. */
  def line(bytes: Long): String = if (isThere(bytes)) s"data in memory ($memory)"
  else s"data on the work disk, in the page cache: $memory is not there or too small"

  private def isThere(bytes: Long): Boolean =
    Files.isWritable(memory) && Device.of(memory).isMemory && Files.getFileStore(memory).getUsableSpace > bytes
}
