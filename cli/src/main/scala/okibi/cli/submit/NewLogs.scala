package okibi.cli.submit

import java.nio.file.{Files, Path}

import okibi.explain.log.LocalPath

/** Event logs that come into a folder of this machine from now on. */
final class NewLogs(folder: Path) {
  private val before = names

  /** A running application's log has another name than an ended one's, and both are new. */
  def found: Seq[Path] = (names -- before).toSeq.sorted.map(name => folder.resolve(name))

  private def names: Set[String] =
    if (!Files.isDirectory(folder)) Set.empty
    else {
      val entries = Files.list(folder)
      try entries.toArray.collect { case its: Path => its.getFileName.toString }.filterNot(_.startsWith(".")).toSet
      finally entries.close()
    }
}

object NewLogs {

  /** Where Spark writes them unless it is told. */
  val usual = "file:///tmp/spark-events"

  /** The folder that `spark.eventLog.dir` names: without a scheme it is one of this machine, as Spark has it. None for one elsewhere. */
  def folder(setting: String): Option[Path] = LocalPath.unapply(setting).map(_.toAbsolutePath)
}
