package okibi.bench.machine.device

import java.nio.file.{Files, Path, Paths}

import okibi.bench.runner.RunScope

/** A folder in memory for the data, so that no device is measured. On a machine without a file system in memory, a
  * folder of the work disk, whose files the page cache holds.
  */
object MemoryFolder {
  private val memory = Paths.get("/dev/shm")

  /** Makes a folder that is deleted with the scope.
    *
    * @param bytes room that it must have
    */
  def open(scope: RunScope, bytes: Long): Path =
    if (hasRoom(bytes)) scope.folderIn(memory, "okibi-bench-") else scope.subfolder("data")

  /** Description for the reader of the figures. */
  def line(bytes: Long): String = if (hasRoom(bytes)) s"data in memory ($memory)"
  else s"data on the work disk, in the page cache: $memory is missing or too small"

  private def hasRoom(bytes: Long): Boolean =
    Files.isWritable(memory) && Device.of(memory).isMemory && Files.getFileStore(memory).getUsableSpace > bytes
}
