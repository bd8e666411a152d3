package okibi.bench.experiment.primitives

import java.nio.file.{Files, Path, Paths}

import scala.util.Try

/** Keeps a child to one core, its compiler, its collector and threads that help it included: what one core does is what counts. */
private[primitives] object OneCore {

  /** What goes before the child's command line; nothing where the system has no way to do it. */
  lazy val launcher: Seq[String] =
    (for (tool <- taskset; core <- lastCore(status)) yield Seq(tool.toString, "-c", core.toString)).getOrElse(Nil)

  /** For the reader of the figures. */
  def line: String =
    if (launcher.isEmpty) "one thread each, whose helpers have other cores" else "all of a child on one core"

  private def taskset: Option[Path] =
    Option(System.getenv("PATH")).toSeq
      .flatMap(_.split(':'))
      .filter(_.nonEmpty)
      .map(Paths.get(_, "taskset"))
      .find(Files.isExecutable(_))

  private def status: String = Try(new String(Files.readAllBytes(Paths.get("/proc/self/status")))).getOrElse("")

  /** The last processor that this process may use: the first has more interrupts to serve. */
  private[primitives] def lastCore(status: String): Option[Int] =
    "(?m)^Cpus_allowed_list:[ \\t]*(?:.*[,-])?(\\d+)[ \\t]*$".r.findFirstMatchIn(status).map(_.group(1).toInt)
}
