package okibi.bench.runner

import java.io.IOException
import java.nio.file.{AccessDeniedException, Files, Path}

/** Where a run writes its results, and how wide its progress bar is.
  *
  * @param folder          of result.json, the page and the logs
  * @param terminalColumns width of the terminal for a progress bar; 0 without a terminal
  * @param recordings      folder for a Flight Recorder file of each child; none by default
  */
final case class RunOutput(folder: Path, terminalColumns: Int = 0, recordings: Option[Path] = None) {

  /** Folder for the logs of the children. */
  def logs: Path = folder.resolve("logs")

  /** The output of one of several runs, in subfolders of that name. */
  def of(name: String): RunOutput = copy(folder = folder.resolve(name), recordings = recordings.map(_.resolve(name)))

  /** Creates the folder.
    *
    * @throws UsageException when no results can be written
    */
  def create(): Unit =
    try {
      Files.createDirectories(folder)
      if (!Files.isWritable(folder)) throw new AccessDeniedException(folder.toString)
    } catch {
      case e: IOException =>
        throw new UsageException(
          s"--out $folder: not writable (${e.getClass.getSimpleName}). Give a folder that can be written."
        )
    }
}
