package okibi.bench.cluster

import java.nio.file.{Files, Path, Paths}

/** Names of folders that Hadoop's map tasks can use. Hadoop opens the index of a map's output by the escaped form of its name, so a space in
  * it would end the job.
  */
object PlainName {

  /** A name of a folder below that which this process works in, without what must be escaped above it; its own where that is plain already, or there is none. */
  def of(folder: Path): Path = {
    val own = Paths.get("/proc/self/cwd")
    if (!is(folder) && Files.isDirectory(own)) own.resolve(own.toRealPath().relativize(folder.toRealPath())) else folder
  }

  /** Whether a name has nothing that must be escaped. */
  def is(folder: Path): Boolean = folder.toUri.getRawPath.stripSuffix("/") == folder.toString
}
