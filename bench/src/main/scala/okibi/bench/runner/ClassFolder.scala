package okibi.bench.runner

import java.nio.file.{Files, Path}
import java.util.jar.{JarEntry, JarOutputStream}

import scala.jdk.CollectionConverters._


/** A folder with classes, as a build leaves it, for those who take nothing but jars. */
object ClassFolder {

  /** The files in it, in the order of their names. */
  def files(folder: Path): Seq[Path] = {
    val all = Files.walk(folder)
    try all.iterator.asScala.filter(Files.isRegularFile(_)).toSeq.sorted
    finally all.close()
  }

  /** Writes all of it to a jar, which is there whole or not at all. */
  def toJar(folder: Path, jar: Path): Unit =
    WholeFile.write(jar)(pack(folder, _))

  private def pack(folder: Path, jar: Path): Unit = {
    val out = new JarOutputStream(Files.newOutputStream(jar))
    try
      files(folder).foreach { file =>
        out.putNextEntry(new JarEntry(folder.relativize(file).iterator.asScala.mkString("/")))
        Files.copy(file, out)
        out.closeEntry()
      }
    finally out.close()
  }
}
