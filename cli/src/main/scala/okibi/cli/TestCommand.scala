package okibi.cli

import okibi.bench.runner.UsageException

import picocli.CommandLine.Command

/** `okibi test` is here to be found in the help. The launcher runs it without this program, so that a build that does
  * not compile can still say so.
  */
@Command(
  name = "test",
  description = Array("Runs every test, on every supported line of Spark, and ends with 'N passed, N failed'.")
)
final class TestCommand extends Runnable {
  override def run(): Unit = throw new UsageException("run by the launcher, ./okibi test, without any arguments.")
}
