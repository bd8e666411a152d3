package okibi.cli

import java.io.PrintWriter
import java.nio.file.{Path, Paths}
import java.util
import java.util.concurrent.Callable

import scala.util.control.NonFatal

import okibi.bench.machine.probe.MachineProfileJson
import okibi.bench.runner.RunScope
import okibi.cli.submit.Submit
import okibi.core.machine.MachineProfile
import okibi.explain.diagnosis.Explanation
import okibi.explain.facts.AppFacts
import okibi.explain.redact.PlainText
import okibi.explain.report.TextReport

import picocli.CommandLine.{Command, Model, Option => CliOption, Parameters, Spec}

/** `okibi run`: runs spark-submit with Okibi installed. */
@Command(
  name = RunCommand.name,
  description = Array(
    "Runs spark-submit with Okibi installed. All arguments are spark-submit's; its exit code is returned.",
    "Uses the Spark of SPARK_HOME, else spark-submit on PATH, else the embedded Spark."
  ),
  customSynopsis = Array("okibi run [--explain] [spark-submit options] <app jar | python file> [app arguments]")
)
final class RunCommand extends Callable[Integer] {
  @CliOption(
    names = Array("--explain"),
    description = Array(
      "Explain afterwards what limited the application, as 'okibi explain' does. Must be the first argument."
    )
  )
  var explain: Boolean = false

  @Parameters(paramLabel = "ARG", description = Array("Arguments of spark-submit."))
  var args: util.List[String] = new util.ArrayList

  @Spec
  var spec: Model.CommandSpec = _

  override def call(): Integer =
    if (!explain) submit(None).exitCode
    else {
      val scope = new RunScope(Paths.get(System.getProperty("java.io.tmpdir")))
      try {
        val ended = submit(Some(scope.folder))
        Main.orOneLine(debug, spec.commandLine.getErr) {
          RunCommand.report(ended.logs, spec.commandLine.getOut, spec.commandLine.getErr); 0
        }
        ended.exitCode
      } finally scope.close()
    }

  private def debug: Boolean = spec.root.userObject match {
    case main: Main => main.debug
    case _ => false
  }

  private def submit(logs: Option[Path]): Submit.Ended =
    Submit.here.run(JavaLists.toSeq(args), spec.commandLine.getErr, logs)
}

object RunCommand {
  final val name = "run"

  /** Explains the log, if there is exactly one. Problems of the log are one line on `err`, and do not change the exit
    * code of the application.
    */
  private[cli] def report(logs: Seq[Path], out: PrintWriter, err: PrintWriter): Unit = logs match {
    case Seq(log) =>
      try out.print(TextReport(Explanation.of(log.toString, profile)))
      catch {
        case NonFatal(error) =>
          err.println(s"okibi: --explain: ${PlainText(Option(error.getMessage).getOrElse(error.toString), 500)}")
      }
      out.flush()
    case Nil => err.println("okibi: --explain: the application wrote no event log")
    case several =>
      err.println(
        s"okibi: --explain: ${several.size} event logs appeared in ${several.head.getParent} meanwhile. Explain the " +
          s"application's own: okibi explain ${several.head}, or another"
      )
  }

  /** This machine's profile, if the application ran on this machine. */
  private def profile(facts: AppFacts): Option[MachineProfile] =
    if (facts.settings.isLocal) MachineProfileJson.read(MachineProfileJson.file) else None
}
