package okibi.spark.kit

import java.nio.file.{Files, Path}
import java.nio.file.LinkOption.NOFOLLOW_LINKS

/** Files and folders below a folder, from which other threads and processes may delete meanwhile. */
object FileTree {

  /** All of them, each folder before what is in it. Links are not followed. */
  def below(folder: Path): Seq[Path] = Option(folder.toFile.listFiles).toSeq.flatten.map(_.toPath).flatMap { path =>
    path +: (if (Files.isDirectory(path, NOFOLLOW_LINKS)) below(path) else Nil)
  }

  def files(folder: Path): Seq[Path] = below(folder).filter(Files.isRegularFile(_, NOFOLLOW_LINKS))

  /** Deletes the folder and all that is below it. */
  def delete(folder: Path): Unit = (folder +: below(folder)).reverse.foreach(Files.deleteIfExists(_))
}
