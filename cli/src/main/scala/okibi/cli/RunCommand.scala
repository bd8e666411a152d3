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
import okibi.explain.Explanation
import okibi.explain.facts.AppFacts
import okibi.explain.text.{Plain, TextReport}

import picocli.CommandLine.{Command, Model, Option => CliOption, Parameters, Spec}

/** `okibi run`: spark-submit with Okibi put in. */
@Command(
  name = RunCommand.name,
  description = Array(
    "Runs spark-submit with Okibi put in; all arguments are spark-submit's own and its exit code is returned.",
    "Uses the Spark of SPARK_HOME, else spark-submit on PATH, else the embedded Spark."
  ),
  customSynopsis = Array("okibi run [--explain] [spark-submit options] <app jar | python file> [app arguments]")
)
final class RunCommand extends Callable[Integer] {
  @CliOption(
    names = Array("--explain"),
    description = Array("Say afterwards what limited the application, as `okibi explain` does. Comes first.")
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

  /** Explains the log, if there is one and no other. Whatever is wrong with it is a line: the application ended as it did. */
  private[cli] def report(logs: Seq[Path], out: PrintWriter, err: PrintWriter): Unit = logs match {
    case Seq(log) =>
      try out.print(TextReport(Explanation.of(log.toString, profile)))
      catch {
        case NonFatal(error) =>
          err.println(s"okibi: --explain: ${Plain(Option(error.getMessage).getOrElse(error.toString), 500)}")
      }
      out.flush()
    case Nil => err.println("okibi: --explain: the application wrote no event log")
    case several =>
      err.println(
        s"okibi: --explain: ${several.size} event logs came to ${several.head.getParent} meanwhile. Explain the application's: ./okibi explain ${several.head}, or another"
      )
  }

  /** This machine's, if that is where it ran. */
  private def profile(facts: AppFacts): Option[MachineProfile] =
    if (facts.isLocal) MachineProfileJson.read(MachineProfileJson.file) else None
}
