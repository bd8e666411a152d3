package okibi.cli

import java.nio.file.{Path, Paths}
import java.util
import java.util.concurrent.Callable

import okibi.bench.experiment.demo.{Demo, DemoOptions, DemoScale}
import okibi.bench.runner.RunOutput

import picocli.CommandLine.{Command, Model, Option => CliOption, Spec}

/** `okibi demo`: compares stock Spark with Okibi on this machine. */
@Command(
  name = "demo",
  description = Array(
    "Runs stock Spark and Okibi on the same data, interleaved, each in its own JVM, and compares time and answers.",
    "Prints tables and headlines, writes OUT/result.json and OUT/index.html."
  ),
  sortOptions = false
)
final class DemoCommand extends Callable[Integer] {
  @CliOption(
    names = Array("--input"),
    paramLabel = "PATH",
    description = Array(
      "UTF-8 text file or folder for the filter test; may be given more than once. Default: seeded data."
    )
  )
  var input: util.List[String] = new util.ArrayList

  @CliOption(
    names = Array("--heap"),
    paramLabel = "SIZE",
    description = Array("Heap of each JVM. Default: 1g; with --scale tiny, 512m.")
  )
  var heap: String = _

  @CliOption(
    names = Array("--scale"),
    paramLabel = "SCALE",
    defaultValue = "small",
    description = Array("small (minutes) or tiny (seconds, the figures mean nothing). Default: small.")
  )
  var scale: String = _

  @CliOption(
    names = Array("--out"),
    paramLabel = "DIR",
    defaultValue = "results/demo",
    description = Array("Folder for result.json, the page and the logs. Default: results/demo.")
  )
  var out: Path = _

  @CliOption(
    names = Array("--runs"),
    paramLabel = "N",
    converter = Array(classOf[AtLeastOne]),
    description = Array("Rounds to measure at least. Default: 3, and 4 where everything fits.")
  )
  var runs: Integer = _

  @CliOption(
    names = Array("--only"),
    paramLabel = "NAME",
    split = ",",
    description = Array("Experiments to run: kmeans, filter, nopressure, lockwait, serializer. Default: all.")
  )
  var only: util.Set[String] = new util.LinkedHashSet

  @CliOption(
    names = Array("--seed"),
    paramLabel = "N",
    defaultValue = "1",
    converter = Array(classOf[WholeNumber]),
    description = Array("Seed of the generated data. Default: 1.")
  )
  var seed: Long = _

  @Spec
  var spec: Model.CommandSpec = _

  override def call(): Integer = {
    Demo.run(
      DemoOptions(
        scale = ScaleOption.find(scale, DemoScale.all)(_.name),
        output = RunOutput(Paths.get("").toAbsolutePath.resolve(out), Terminal.columns),
        seed = seed,
        inputs = JavaLists.toSeq(input),
        heap = Option(heap),
        runs = Option(runs).map(_.intValue),
        only = JavaLists.toSeq(only).toSet,
        args = JavaLists.toSeq(spec.commandLine.getParseResult.originalArgs)
      ),
      spec.commandLine.getOut
    )
  }
}
