package okibi.cli

import okibi.bench.runner.UsageException

import picocli.CommandLine.Command

/** `okibi test`, for the help only. The launcher runs the tests without this program, so that a build that does not
  * compile can still report it.
  */
@Command(
  name = "test",
  description = Array("Runs every test on every supported line of Spark, and ends with 'N passed, N failed'.")
)
final class TestCommand extends Runnable {
  override def run(): Unit = throw new UsageException(
    "only the launcher runs the tests. Run ./okibi test without any arguments."
  )
}
