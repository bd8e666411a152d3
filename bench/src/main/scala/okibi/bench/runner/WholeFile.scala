package okibi.bench.runner

import java.nio.file.{Files, Path, StandardCopyOption}

/** Writes files that appear complete or not at all, for every reader. */
object WholeFile {

  /** Makes a file with the content that `fill` writes to a temporary file, which is deleted when `fill` fails. */
  def write(file: Path)(fill: Path => Unit): Unit = {
    Files.createDirectories(file.getParent)
    val unfinished = Files.createTempFile(file.getParent, "unfinished-", "")
    try {
      fill(unfinished)
      Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE)
    } finally {
      Files.deleteIfExists(unfinished)
      ()
    }
  }
}
