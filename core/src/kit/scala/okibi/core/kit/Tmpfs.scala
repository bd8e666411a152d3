package okibi.core.kit

import java.nio.file.{Files, Path, Paths}

/** A folder in memory. */
object Tmpfs {
  private val shared = Paths.get("/dev/shm")

  /** Why a test that needs one cannot run, for `assume`. */
  val missing: String = s"there is no tmpfs at $shared that may be written"

  def isThere: Boolean = Files.isWritable(shared) && Files.getFileStore(shared).`type` == "tmpfs"

  /** Runs a test with a new folder, which the test leaves empty. */
  def withFolder[T](body: Path => T): T = {
    val folder = Files.createTempDirectory(shared, "okibi-test")
    try body(folder)
    finally Files.delete(folder)
  }
}
