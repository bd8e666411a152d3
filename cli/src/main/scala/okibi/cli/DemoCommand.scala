package okibi.cli

import java.nio.file.{Path, Paths}
import java.util
import java.util.concurrent.Callable

import okibi.bench.experiment.demo.{Demo, DemoOptions, DemoScale}
import okibi.bench.runner.UsageException

import picocli.CommandLine.{Command, Model, Option => CliOption, Spec}

/** `okibi demo`: stock Spark against Okibi on this machine. */
@Command(
  name = "demo",
  description = Array(
    "Runs stock Spark and Okibi on the same data, interleaved, each in its own JVM, and compares time and answers.",
    "Prints a table and headlines, writes OUT/result.json."
  ),
  sortOptions = false
)
final class DemoCommand extends Callable[Integer] {
  @CliOption(
    names = Array("--input"),
    paramLabel = "PATH",
    description = Array(
      "Text file or folder for the filter test, UTF-8; may be given more than once. Default: seeded data."
    )
  )
  var input: util.List[String] = new util.ArrayList

  @CliOption(
    names = Array("--heap"),
    paramLabel = "SIZE",
    description = Array("Heap of each JVM. Default: 1g, and 512m with --scale tiny.")
  )
  var heap: String = _

  @CliOption(
    names = Array("--scale"),
    paramLabel = "SCALE",
    defaultValue = "small",
    description = Array("small (minutes) or tiny (seconds, its figures mean nothing). Default: small.")
  )
  var scale: String = _

  @CliOption(
    names = Array("--out"),
    paramLabel = "DIR",
    defaultValue = "results/demo",
    description = Array("Folder for result.json and logs. Default: results/demo.")
  )
  var out: Path = _

  @CliOption(
    names = Array("--runs"),
    paramLabel = "N",
    converter = Array(classOf[AtLeastOne]),
    description = Array("Runs of each variant that are measured, at least. Default: 3, and 4 where everything fits.")
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
    val chosen = DemoScale.all
      .find(_.name == scale)
      .getOrElse(
        throw new UsageException(s"--scale $scale: no such scale. Allowed: ${DemoScale.all.map(_.name).mkString(", ")}.")
      )
    val args = spec.commandLine.getParseResult.originalArgs
    Demo.run(
      DemoOptions(
        JavaLists.toSeq(input),
        Option(heap),
        chosen,
        Option(runs).map(_.intValue),
        JavaLists.toSeq(only).toSet[String],
        seed,
        Paths.get("").toAbsolutePath.resolve(out),
        Integer.getInteger("okibi.columns", 0),
        JavaLists.toSeq(args)
      ),
      spec.commandLine.getOut
    )
  }
}
