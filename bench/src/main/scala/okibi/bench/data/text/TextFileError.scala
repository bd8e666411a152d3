package okibi.bench.data.text

import java.io.IOException
import java.nio.file.Path

/** Why a file cannot be read as text. */
sealed abstract class TextFileError(message: String, cause: Throwable = null) extends IOException(message, cause) {
  def file: Path
}

object TextFileError {
  final case class NotThere(override val file: Path)
      extends TextFileError(s"$file: no such file. Give an existing text file.")

  final case class IsDirectory(override val file: Path)
      extends TextFileError(s"$file: is a directory, not a text file. Give the files in it one by one.")

  final case class NotReadable(override val file: Path, cause: IOException)
      extends TextFileError(
        s"$file: cannot be read (${cause.getClass.getSimpleName}: ${cause.getMessage}). Give a text file that can be " +
          "read.",
        cause
      )

  /** @param at number of bytes before the error */
  final case class Broken(override val file: Path, at: Long, cause: IOException)
      extends TextFileError(
        s"$file: cannot be read beyond byte $at (${cause.getMessage}). Check the disk, or give another file.",
        cause
      )
}
