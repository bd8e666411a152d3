package okibi.cli

import java.io.PrintWriter

import okibi.bench.runner.{PluginJars, RunScope, UsageException}
import okibi.explain.log.UnreadableLog
import okibi.explain.redact.PlainText

import picocli.CommandLine
import picocli.CommandLine.{
  Command,
  IExecutionExceptionHandler,
  IParameterExceptionHandler,
  Model,
  Option => CliOption,
  ParameterException,
  ScopeType,
  Spec
}

/** The `okibi` command, with one file for each subcommand. Exit code 0: success; 1: the work failed; 2: wrong usage. */
@Command(
  name = "okibi",
  description = Array("Keeps Spark's data warm when it is bigger than memory."),
  synopsisSubcommandLabel = "COMMAND",
  mixinStandardHelpOptions = true,
  versionProvider = classOf[Version],
  subcommands = Array(
    classOf[RunCommand],
    classOf[ExplainCommand],
    classOf[ProbeCommand],
    classOf[PoliciesCommand],
    classOf[ConfCommand]
  )
)
final class Main extends Runnable {
  @CliOption(
    names = Array("--debug"),
    scope = ScopeType.INHERIT,
    description = Array("Show the stack trace of an error.")
  )
  var debug: Boolean = false

  @Spec
  var spec: Model.CommandSpec = _

  override def run(): Unit = throw new UsageException(
    s"no command given. Allowed: ${WrongUsage.commands(spec.commandLine)}."
  )
}

object Main {
  val wrongUsage = 2
  private val workFailed = 1
  private val maxLineChars = 500

  def main(args: Array[String]): Unit =
    System.exit(run(args, new PrintWriter(System.out, true), new PrintWriter(System.err, true)))

  /** Runs a command line and returns its exit code. */
  def run(args: Array[String], out: PrintWriter, err: PrintWriter): Int = {
    val root = new Main
    val line = new CommandLine(root)
    if (isSourceTree) Seq(new DemoCommand, new BenchCommand, new TestCommand).foreach(line.addSubcommand(_))
    line.setOut(out).setErr(err)
    withHelp(line)
    line.getSubcommands.get(RunCommand.name).setStopAtPositional(true).setUnmatchedOptionsArePositionalParams(true)

    val onUsage: IParameterExceptionHandler = (error: ParameterException, _) => {
      err.println(wrongUsageLine(error.getCommandLine, WrongUsage.sentence(error)))
      wrongUsage
    }
    val onFailure: IExecutionExceptionHandler = (error: Exception, command, _) => {
      if (root.debug) error.printStackTrace(err)
      error match {
        case usage: UsageException => err.println(wrongUsageLine(command, usage.getMessage)); wrongUsage
        case other => err.println(s"${command.getCommandSpec.qualifiedName}: ${sentence(other)}"); workFailed
      }
    }
    line.setParameterExceptionHandler(onUsage).setExecutionExceptionHandler(onFailure)
    orOneLine(root.debug, err)(line.execute(args: _*))
  }

  /** Why the work failed. Causes outside the program need no stack trace. */
  private[cli] def sentence(error: Exception): String = error match {
    case expected @ (_: UnreadableLog | _: RunScope.Ended) => s"${expected.getMessage}."
    case other => s"$other. Add --debug for the stack trace."
  }

  /** Handles errors that the parser does not catch. Lack of memory, deep recursion and missing classes are one line
    * too, without a stack trace.
    */
  private[cli] def orOneLine(debug: => Boolean, err: PrintWriter)(work: => Int): Int =
    try work
    catch {
      case error @ (_: VirtualMachineError | _: LinkageError | _: AssertionError) =>
        if (debug) error.printStackTrace(err)
        val reason = error match {
          case _: OutOfMemoryError => s"out of memory (${error.getMessage}). Give more: JAVA_TOOL_OPTIONS=-Xmx4g"
          case _: StackOverflowError => "the data are nested too deeply"
          case _: NoClassDefFoundError => s"${error.getMessage} is not on the class path"
          case _ => error.toString
        }
        err.println(s"okibi: ${PlainText(reason, maxLineChars)}. Add --debug for the stack trace.")
        workFailed
    }

  /** Measuring and testing Okibi takes the sources and Spark itself, which an installed package does not hold. */
  private def isSourceTree: Boolean = PluginJars.packaged.isEmpty

  /** Adds help to each command and to its subcommands. */
  private def withHelp(line: CommandLine): Unit = line.getSubcommands.values.forEach { command =>
    command.getCommandSpec.mixinStandardHelpOptions(true)
    withHelp(command)
  }

  /** One line: the error, and where to find help. */
  private def wrongUsageLine(command: CommandLine, message: String): String = {
    val name = command.getCommandSpec.qualifiedName
    val sentence = message.split('\n').mkString(" ").stripSuffix(".")
    s"$name: $sentence. See ${if (isSourceTree) "./" else ""}$name --help."
  }
}
