package okibi.cli

import java.nio.file.Path
import java.util.concurrent.Callable

import okibi.bench.compare.Comparison

import picocli.CommandLine.{Command, Model, Parameters, Spec}

/** `okibi bench compare`: two results beside each other. */
@Command(
  name = "compare",
  description = Array(
    "Compares two results of an experiment, variant by variant: faster, slower, or no change within the noise of both.",
    "Warns where they were not measured alike."
  )
)
final class CompareCommand extends Callable[Integer] {
  @Parameters(index = "0", paramLabel = "A/result.json", description = Array("The result to compare with."))
  var a: Path = _

  @Parameters(index = "1", paramLabel = "B/result.json", description = Array("The result that is compared with it."))
  var b: Path = _

  @Spec
  var spec: Model.CommandSpec = _

  override def call(): Integer = Comparison.run(a, b, spec.commandLine.getOut)
}
