package okibi.cli

import okibi.bench.runner.UsageException

import picocli.CommandLine.{Command, Option => CliOption}

/** `okibi test` in the help. The launcher runs the tests without this program, so that they can report a build that
  * does not compile.
  */
@Command(
  name = "test",
  description = Array(
    "Runs every test on the default line of Spark, and a part of the plugin's tests on 3.5; compiles 4.0 and 4.2.",
    "Prints the ten longest suites, then 'N passed, N failed'. dev/matrix tests the other lines whole."
  )
)
final class TestCommand extends Runnable {

  @CliOption(
    names = Array("--quick"),
    description = Array("Leaves out suites that start a cluster or a JVM, and every line of Spark but the default.")
  )
  private var quick = false

  @CliOption(names = Array("--only"), paramLabel = "SUITE", description = Array("Runs one suite of any module."))
  private var only: String = _

  @CliOption(
    names = Array("--line"),
    paramLabel = "LINE",
    description = Array("The line of Spark for --only: 3.5, 3.5-scala-2.13, 4.0, 4.1 or 4.2. Default: 4.1.")
  )
  private var line: String = _

  override def run(): Unit = {
    val options = (if (quick) Seq("--quick") else Nil) ++
      Option(only).map(suite => s"--only $suite") ++ Option(line).map(name => s"--line $name")
    throw new UsageException(
      s"${("test" +: options).mkString(" ")}: the launcher runs tests, not this program. Run ./okibi test with no " +
        "option, with --quick, or with --only SUITE and --line LINE."
    )
  }
}
