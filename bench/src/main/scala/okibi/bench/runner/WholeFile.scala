package okibi.bench.runner

import java.nio.file.{Files, Path, StandardCopyOption}

/** Files that are there whole or not at all, whoever looks at them meanwhile. */
object WholeFile {

  /** Makes a file of what `fill` puts into another, which is gone when it fails. */
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
