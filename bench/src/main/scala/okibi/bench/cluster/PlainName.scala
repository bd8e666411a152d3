package okibi.bench.cluster

import java.nio.file.{Files, Path, Paths}

/** Names of folders that Hadoop's map tasks can use. Hadoop opens the index of a map output by the escaped form of its
  * name, so that a space in the name would fail the job.
  */
object PlainName {

  /** A name of a folder below this process's working directory, without the part above it, which may need escapes. The
    * folder's own name when that needs none, or where /proc is missing.
    */
  def of(folder: Path): Path = {
    val workingDirectory = Paths.get("/proc/self/cwd")
    if (!is(folder) && Files.isDirectory(workingDirectory))
      workingDirectory.resolve(workingDirectory.toRealPath().relativize(folder.toRealPath()))
    else folder
  }

  /** Whether a name needs no escapes. */
  def is(folder: Path): Boolean = folder.toUri.getRawPath.stripSuffix("/") == folder.toString
}
