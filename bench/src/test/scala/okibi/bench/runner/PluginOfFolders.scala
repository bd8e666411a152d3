package okibi.bench.runner

import java.io.File
import java.nio.file.{Files, Path, Paths}
import java.util.jar.{JarEntry, JarOutputStream}

import scala.collection.mutable

/** A jar with what the plugin's has and more, but nothing of the bench, made of this JVM's class path: tests do not package the real one. */
object PluginOfFolders {
  def write(jar: Path): Path = {
    val names = mutable.Set.empty[String]
    val out = new JarOutputStream(Files.newOutputStream(jar))
    try
      ownEntries
        .filterNot(isBench)
        .foreach(entry =>
          ClassFolder.files(entry).foreach { file =>
            val name = entry.relativize(file).toString
            if (!name.startsWith("META-INF") && names.add(name)) {
              out.putNextEntry(new JarEntry(name))
              Files.copy(file, out)
              out.closeEntry()
            }
          }
        )
    finally out.close()
    jar
  }

  private def isBench(root: Path): Boolean = Files.exists(root.resolve("okibi/bench"))

  /** Roots of the class path's entries with Okibi's classes, of folders and of jars. */
  private def ownEntries: Seq[Path] =
    System
      .getProperty("java.class.path")
      .split(File.pathSeparatorChar)
      .toSeq
      .map(Paths.get(_))
      .filter(Files.exists(_))
      .map { entry =>
        if (Files.isDirectory(entry)) entry else java.nio.file.FileSystems.newFileSystem(entry).getPath("/")
      }
      .filter(root => Files.exists(root.resolve("okibi")))
}
