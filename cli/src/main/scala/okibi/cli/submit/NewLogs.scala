package okibi.cli.submit

import java.nio.file.{Files, Path}

import okibi.explain.log.LocalPath

/** Event logs that appear in a local folder from now on. */
final class NewLogs(folder: Path) {
  private val before = names

  /** The new logs. A running application's log has a different name from an ended one's; both count as new. */
  def found: Seq[Path] = (names -- before).toSeq.sorted.map(name => folder.resolve(name))

  private def names: Set[String] =
    if (!Files.isDirectory(folder)) Set.empty
    else {
      val entries = Files.list(folder)
      try entries.toArray.collect { case path: Path => path.getFileName.toString }.filterNot(_.startsWith(".")).toSet
      finally entries.close()
    }
}

object NewLogs {

  /** Spark's default folder. */
  val defaultFolder = "file:///tmp/spark-events"

  /** The folder that `spark.eventLog.dir` names. A name without a scheme is a local folder, as in Spark. None for a
    * folder elsewhere.
    */
  def folder(setting: String): Option[Path] = LocalPath.unapply(setting).map(_.toAbsolutePath)
}
