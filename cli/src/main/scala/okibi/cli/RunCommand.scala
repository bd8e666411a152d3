package okibi.cli

import java.nio.file.{Files, Path, Paths}
import java.util
import java.util.concurrent.Callable

import okibi.bench.machine.MachineProfileJson
import okibi.bench.runner.RunScope
import okibi.cli.submit.Submit
import okibi.core.machine.MachineProfile
import okibi.explain.Explanation
import okibi.explain.facts.AppFacts
import okibi.explain.text.TextReport

import picocli.CommandLine.{Command, Model, Option => CliOption, Parameters, Spec}

/** `okibi run`: spark-submit with Okibi put in. */
@Command(
  name = RunCommand.name,
  description = Array(
    "Runs spark-submit with Okibi put in; all arguments are spark-submit's own and its exit code is returned.",
    "Uses the Spark of SPARK_HOME, else spark-submit on PATH, else the embedded Spark."),
  customSynopsis = Array("okibi run [--explain] [spark-submit options] <app jar | python file> [app arguments]"))
final class RunCommand extends Callable[Integer] {
  @CliOption(names = Array("--explain"), description = Array("Say afterwards what limited the application, as `okibi explain` does. Comes first."))
  var explain: Boolean = false

  @Parameters(paramLabel = "ARG", description = Array("Arguments of spark-submit."))
  var args: util.List[String] = new util.ArrayList

  @Spec
  var spec: Model.CommandSpec = _

  override def call(): Integer =
    if (!explain) submit(None)
    else {
      val scope = new RunScope(Paths.get(System.getProperty("java.io.tmpdir")))
      try {
        val exitCode = submit(Some(scope.folder))
        log(scope.folder).foreach(path => spec.commandLine.getOut.print(TextReport(Explanation.of(path.toString, profile))))
        spec.commandLine.getOut.flush()
        exitCode
      } finally scope.close()
    }

  /** This machine's, if that is where it ran. */
  private def profile(facts: AppFacts): Option[MachineProfile] = if (facts.isLocal) MachineProfileJson.read(MachineProfileJson.file) else None

  private def submit(logs: Option[Path]): Int = Submit.here.run(JavaLists.toSeq(args), spec.commandLine.getErr, logs)

  /** The application's, unless it ended before there was one. */
  private def log(folder: Path): Option[Path] = {
    val entries = Files.list(folder)
    try Option(entries.findFirst().orElse(null))
    finally entries.close()
  }
}

object RunCommand {
  final val name = "run"
}
