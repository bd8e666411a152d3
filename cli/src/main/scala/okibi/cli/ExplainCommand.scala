package okibi.cli

import java.nio.file.{Files, Path, Paths}
import java.util
import java.util.concurrent.Callable

import okibi.bench.machine.probe.MachineProfileJson
import okibi.bench.runner.UsageException
import okibi.core.machine.MachineProfile
import okibi.explain.compare.RunComparison
import okibi.explain.diagnosis.Explanation
import okibi.explain.finding.FindingRules
import okibi.explain.report.{CompareJsonReport, CompareTextReport, HtmlReport, JsonReport, RulesPage, TextReport}

import picocli.CommandLine.{Command, Model, Option => CliOption, Parameters, Spec}

/** `okibi explain`: says from an event log what limits the application. */
@Command(
  name = "explain",
  description = Array(
    "Says from an event log what limits a Spark application, which change would help, and where the time went.",
    "The log is a file, the folder of a rolling log or of Databricks' cluster logs, or the zip of a History Server.",
    "It may be compressed, and the application may still be running."
  ),
  sortOptions = false
)
final class ExplainCommand extends Callable[Integer] {
  @Parameters(
    arity = "0..2",
    paramLabel = "EVENTLOG",
    description = Array("A path of this machine, or an address such as hdfs://host/log. Two of them with --compare.")
  )
  var paths: util.List[String] = new util.ArrayList

  @CliOption(
    names = Array("--html"),
    paramLabel = "FILE",
    description = Array("Also write a page with charts, which needs no network.")
  )
  var html: Path = _

  @CliOption(names = Array("--json"), description = Array("Print JSON instead of text."))
  var json: Boolean = false

  @CliOption(
    names = Array("--profile"),
    paramLabel = "FILE",
    description = Array("The profile of the application's machines, which `okibi probe` keeps in .okibi/machine.json.")
  )
  var profile: Path = _

  @CliOption(
    names = Array("--observed"),
    paramLabel = "FILE",
    description = Array("A file of spark.okibi.observe.dir, which replaces what the log has of machines and counters.")
  )
  var observed: String = _

  @CliOption(
    names = Array("--compare"),
    description = Array("Say what changed from the first log to the second log, and why.")
  )
  var compare: Boolean = false

  @CliOption(
    names = Array("--findings"),
    description = Array("Print what the rules look for and with which figures, and exit.")
  )
  var findings: Boolean = false

  @Spec
  var spec: Model.CommandSpec = _

  override def call(): Integer = {
    val out = spec.commandLine.getOut
    if (findings) out.print(RulesPage(FindingRules.all))
    else
      (compare, JavaLists.toSeq(paths)) match {
        case (false, Seq(path)) => out.print(explained(path))
        case (true, Seq(a, b)) => out.print(compared(a, b))
        case (false, Nil) =>
          throw new UsageException(
            "EVENTLOG: got none. Spark writes an event log to spark.eventLog.dir when spark.eventLog.enabled is true"
          )
        case (false, _) => throw new UsageException("EVENTLOG: got two. Give one, or add --compare")
        case (true, logs) => throw new UsageException(s"--compare: got ${logs.size} event logs, allowed are two")
      }
    out.flush()
    0
  }

  private def explained(path: String): String = {
    val page = Option(html).map(Paths.get("").toAbsolutePath.resolve)
    page
      .filterNot(file => Files.isDirectory(file.toAbsolutePath.getParent))
      .foreach(file =>
        throw new UsageException(
          s"--html $html: the folder ${file.toAbsolutePath.getParent} does not exist. Create it first"
        )
      )
    val explanation = Explanation.of(path, _ => machine, Option(observed))
    page.foreach(Files.writeString(_, HtmlReport(explanation)))
    if (json) JsonReport(explanation) else TextReport(explanation)
  }

  private def machine: Option[MachineProfile] = Option(profile).map { file =>
    MachineProfileJson
      .read(Paths.get("").toAbsolutePath.resolve(file))
      .getOrElse(
        throw new UsageException(
          s"--profile $file: no machine profile of this version. Make one with okibi probe, which keeps it in " +
            ".okibi/machine.json"
        )
      )
  }

  private def compared(a: String, b: String): String = {
    if (html != null)
      throw new UsageException("--html: a comparison has no page. Leave --compare out to get the page of one log")
    if (observed != null) throw new UsageException("--observed: the file belongs to one log. Leave --compare out")
    val comparison = RunComparison(Explanation.of(a, _ => machine), Explanation.of(b, _ => machine))
    if (json) CompareJsonReport(comparison) else CompareTextReport(comparison)
  }
}
