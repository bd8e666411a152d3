package okibi.cli

import java.util
import java.util.concurrent.Callable

import okibi.cli.submit.Submit

import picocli.CommandLine.{Command, Model, Parameters, Spec}

/** `okibi run`: spark-submit with Okibi put in. */
@Command(
  name = RunCommand.name,
  description = Array(
    "Runs spark-submit with Okibi put in; all arguments are spark-submit's own and its exit code is returned.",
    "Uses the Spark of SPARK_HOME, else spark-submit on PATH, else the embedded Spark."),
  customSynopsis = Array("okibi run [spark-submit options] <app jar | python file> [app arguments]"))
final class RunCommand extends Callable[Integer] {
  @Parameters(paramLabel = "ARG", description = Array("Arguments of spark-submit."))
  var args: util.List[String] = new util.ArrayList

  @Spec
  var spec: Model.CommandSpec = _

  override def call(): Integer = Submit.here.run(JavaLists.toSeq(args), spec.commandLine.getErr)
}

object RunCommand {
  final val name = "run"
}
