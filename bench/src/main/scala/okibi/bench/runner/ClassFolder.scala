package okibi.bench.runner

import java.nio.file.{Files, Path}
import java.util.jar.{JarEntry, JarOutputStream}

import scala.jdk.CollectionConverters._

/** A folder of classes, as a build leaves it, for programs that take jars only. */
object ClassFolder {

  /** The files of the folder, in the order of their names. */
  def files(folder: Path): Seq[Path] = {
    val all = Files.walk(folder)
    try all.iterator.asScala.filter(Files.isRegularFile(_)).toSeq.sorted
    finally all.close()
  }

  /** Packs the folder into a jar. The jar appears complete or not at all. */
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
