package okibi.spark.sql.table

import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path, Paths}


/** What the operating system knows of this JVM's mapped files and of files below a folder. */
object Mappings {

  /** Mappings of files below a folder, whether they still have a name or not. */
  def below(folder: Path): Seq[String] = new String(Files.readAllBytes(Paths.get("/proc/self/maps")), ISO_8859_1).split('\n').toSeq
    .filter(_.contains(folder.toString))

  /** Files below a folder that this JVM has open. */
  def openBelow(folder: Path): Seq[String] =
    Option(Paths.get("/proc/self/fd").toFile.listFiles).toSeq.flatten
      .flatMap(fd => scala.util.Try(Files.readSymbolicLink(fd.toPath).toString).toOption)
      .filter(_.contains(folder.toString))

  /** Files below a folder. */
  def files(folder: Path): Seq[Path] = {
    val walk = Files.walk(folder)
    try {
      val found = Seq.newBuilder[Path]
      walk.filter(path => Files.isRegularFile(path)).forEach(path => found += path)
      found.result()
    } finally walk.close()
  }

  /** Waits until something holds, for half a minute at most. */
  def eventually(condition: => Boolean): Boolean = {
    val deadline = System.nanoTime() + 30L * 1000 * 1000 * 1000
    while (!condition && System.nanoTime() < deadline) Thread.sleep(20)
    condition
  }
}
