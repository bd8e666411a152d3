package okibi.cli

import java.nio.file.Path
import java.util.concurrent.Callable

import okibi.bench.compare.Comparison

import picocli.CommandLine.{Command, Model, Parameters, Spec}

/** `okibi bench compare`: compares two results. */
@Command(
  name = "compare",
  description = Array(
    "Compares two results of an experiment, variant by variant: faster, slower, or no change within their noise.",
    "Warns where the two were not measured alike."
  )
)
final class CompareCommand extends Callable[Integer] {
  @Parameters(index = "0", paramLabel = "A/result.json", description = Array("The base of the comparison."))
  var a: Path = _

  @Parameters(index = "1", paramLabel = "B/result.json", description = Array("The result to compare."))
  var b: Path = _

  @Spec
  var spec: Model.CommandSpec = _

  override def call(): Integer = Comparison.run(a, b, spec.commandLine.getOut)
}
