package okibi.bench.experiment.primitives

import java.nio.file.{Files, Path, Paths}

import scala.util.Try

/** Keeps a child on one core, with its compiler, its collector and its helper threads, so that the figures are those of
  * one core.
  */
private[primitives] object OneCore {

  /** The prefix of the child's command; empty where the system cannot pin a process. */
  lazy val commandPrefix: Seq[String] =
    (for (tool <- taskset; core <- lastCore(status)) yield Seq(tool.toString, "-c", core.toString)).getOrElse(Nil)

  /** Description for the reader of the figures. */
  def line: String =
    if (commandPrefix.isEmpty) "one thread each, with helper threads on other cores" else "all of a child on one core"

  private def taskset: Option[Path] =
    Option(System.getenv("PATH")).toSeq
      .flatMap(_.split(':'))
      .filter(_.nonEmpty)
      .map(Paths.get(_, "taskset"))
      .find(Files.isExecutable(_))

  private def status: String = Try(new String(Files.readAllBytes(Paths.get("/proc/self/status")))).getOrElse("")

  /** The last processor that this process may use: the first one serves more interrupts. */
  private[primitives] def lastCore(status: String): Option[Int] =
    "(?m)^Cpus_allowed_list:[ \\t]*(?:.*[,-])?(\\d+)[ \\t]*$".r.findFirstMatchIn(status).map(_.group(1).toInt)
}
