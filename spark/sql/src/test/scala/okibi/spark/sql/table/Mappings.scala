package okibi.spark.sql.table

import java.io.IOException
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, FileVisitResult, Path, Paths, SimpleFileVisitor}
import java.nio.file.attribute.BasicFileAttributes

/** What the operating system knows of this JVM's mapped files and of files below a folder. */
object Mappings {

  /** Mappings of files below a folder, whether they still have a name or not. */
  def below(folder: Path): Seq[String] = new String(Files.readAllBytes(Paths.get("/proc/self/maps")), ISO_8859_1)
    .split('\n')
    .toSeq
    .filter(_.contains(folder.toString))

  /** Files below a folder that this JVM has open. */
  def openBelow(folder: Path): Seq[String] =
    Option(Paths.get("/proc/self/fd").toFile.listFiles).toSeq.flatten
      .flatMap(fd => scala.util.Try(Files.readSymbolicLink(fd.toPath).toString).toOption)
      .filter(_.contains(folder.toString))

  /** Files below a folder; those that Spark removes meanwhile may be left out. */
  def files(folder: Path): Seq[Path] = {
    val found = Seq.newBuilder[Path]
    Files.walkFileTree(
      folder,
      new SimpleFileVisitor[Path] {
        override def visitFile(file: Path, attributes: BasicFileAttributes): FileVisitResult = {
          if (attributes.isRegularFile) found += file
          FileVisitResult.CONTINUE
        }
        override def visitFileFailed(file: Path, gone: IOException): FileVisitResult = FileVisitResult.CONTINUE
        override def postVisitDirectory(directory: Path, gone: IOException): FileVisitResult = FileVisitResult.CONTINUE
      }
    )
    found.result()
  }
}
