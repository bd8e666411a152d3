package okibi.bench.data.text

import java.io.IOException
import java.nio.file.{
  AccessDeniedException,
  FileVisitResult,
  Files,
  NoSuchFileException,
  Path,
  Paths,
  SimpleFileVisitor
}
import java.nio.file.attribute.BasicFileAttributes

import scala.collection.mutable.ArrayBuffer

import okibi.bench.runner.UsageException

/** The user's text: files in the order of their paths.
  *
  * @param files   path and size in bytes of each
  * @param notRead number of links and special files in folders, which are not followed
  */
final case class InputFiles(files: Seq[(String, Long)], notRead: Int) {
  val bytes: Long = files.map(_._2).sum

  def line: String = {
    val rest = if (notRead > 0) s"; $notRead links or special files not read" else ""
    s"${files.size} files, $bytes bytes$rest"
  }
}

object InputFiles {

  /** All files below the given files and folders, which an option of the command line named.
    *
    * @throws UsageException for a path that is missing or not readable, or when there is no text
    */
  def list(inputs: Seq[String], option: String = "--input"): InputFiles = {
    val files = ArrayBuffer.empty[(String, Long)]
    var notRead = 0
    inputs.foreach { input =>
      if (input.trim.isEmpty) throw new UsageException(s"$option: got an empty path. Give a text file or a folder.")
      // A link that the user gives is followed; a link inside a folder is not.
      val path = Paths.get(input)
      try
        Files.walkFileTree(
          path.toRealPath(),
          new SimpleFileVisitor[Path] {
            override def visitFile(file: Path, attrs: BasicFileAttributes): FileVisitResult = {
              if (attrs.isRegularFile) {
                if (!Files.isReadable(file)) throw new AccessDeniedException(file.toString)
                files += ((file.toString, attrs.size))
              } else notRead += 1
              FileVisitResult.CONTINUE
            }
          }
        )
      catch { case error: IOException => throw unreadable(option, path, error) }
    }
    val found = InputFiles(files.distinct.sortBy(_._1).toSeq, notRead)
    if (found.bytes == 0)
      throw new UsageException(
        s"$option ${inputs.mkString(" ")}: there is no text in it. Give files or folders with text."
      )
    found
  }

  private def unreadable(option: String, path: Path, error: IOException): UsageException = {
    val reason = error match {
      case _: NoSuchFileException => "no such file or folder"
      case denied: AccessDeniedException => s"no permission to read ${denied.getFile}"
      case other => other.toString
    }
    new UsageException(s"$option $path: $reason. Give files or folders that can be read.")
  }
}
