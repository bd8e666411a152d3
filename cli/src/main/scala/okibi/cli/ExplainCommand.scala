package okibi.cli

import java.nio.file.{Files, Path, Paths}
import java.util
import java.util.concurrent.Callable

import okibi.bench.machine.probe.MachineProfileJson
import okibi.bench.runner.UsageException
import okibi.core.machine.MachineProfile
import okibi.explain.Explanation
import okibi.explain.compare.Comparison
import okibi.explain.finding.Rule
import okibi.explain.page.{CompareJson, HtmlReport, JsonReport}
import okibi.explain.text.{CompareReport, RulesPage, TextReport}

import picocli.CommandLine.{Command, Model, Option => CliOption, Parameters, Spec}

/** `okibi explain`: what limits an application, from its event log. */
@Command(
  name = "explain",
  description = Array(
    "Says what limits a Spark application, what would help and where its time went, from its event log:",
    "a file, the folder of a rolling log or of Databricks' cluster logs, or the zip that a History Server gives;",
    "compressed or not, finished or not."
  ),
  sortOptions = false
)
final class ExplainCommand extends Callable[Integer] {
  @Parameters(
    arity = "0..2",
    paramLabel = "EVENTLOG",
    description = Array("The log; a path of this machine, or one with a scheme, such as hdfs://. Two with --compare.")
  )
  var paths: util.List[String] = new util.ArrayList

  @CliOption(
    names = Array("--html"),
    paramLabel = "FILE",
    description = Array("Write a page with charts, too, that needs no network.")
  )
  var html: Path = _

  @CliOption(names = Array("--json"), description = Array("Print JSON in place of text."))
  var json: Boolean = false

  @CliOption(
    names = Array("--profile"),
    paramLabel = "FILE",
    description = Array("What the machines of the application can do, as `okibi probe` keeps it: .okibi/machine.json.")
  )
  var profile: Path = _

  @CliOption(
    names = Array("--observed"),
    paramLabel = "FILE",
    description = Array("What machines did, as spark.okibi.observe.dir has it, where the log lacks that.")
  )
  var observed: String = _

  @CliOption(
    names = Array("--compare"),
    description = Array("Say what changed from the first log to the second, and why.")
  )
  var compare: Boolean = false

  @CliOption(
    names = Array("--findings"),
    description = Array("Print what is looked for, and by which figures, and end.")
  )
  var findings: Boolean = false

  @Spec
  var spec: Model.CommandSpec = _

  override def call(): Integer = {
    val out = spec.commandLine.getOut
    if (findings) out.print(RulesPage(Rule.all))
    else
      (compare, JavaLists.toSeq(paths)) match {
        case (false, Seq(path)) => out.print(explained(path))
        case (true, Seq(a, b)) => out.print(compared(a, b))
        case (false, Nil) =>
          throw new UsageException(
            "no event log given. Spark writes one to spark.eventLog.dir when spark.eventLog.enabled is true"
          )
        case (false, _) => throw new UsageException("two event logs given. Name one, or --compare them")
        case (true, some) => throw new UsageException(s"--compare: got ${some.size} event logs, allowed are two")
      }
    out.flush()
    0
  }

  private def explained(path: String): String = {
    val page = Option(html).map(Paths.get("").toAbsolutePath.resolve)
    page
      .filterNot(file => Files.isDirectory(file.toAbsolutePath.getParent))
      .foreach(file =>
        throw new UsageException(s"--html $html: no such folder as ${file.toAbsolutePath.getParent}. Make it first")
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
          s"--profile $file: no machine profile of this version. Make one with ./okibi probe, which keeps it as .okibi/machine.json"
        )
      )
  }

  private def compared(a: String, b: String): String = {
    if (html != null)
      throw new UsageException("--html: there is no page of a comparison. Leave --compare away for one of a log")
    if (observed != null) throw new UsageException("--observed: it belongs to one log. Leave --compare away")
    val comparison = Comparison(Explanation.of(a, _ => machine), Explanation.of(b, _ => machine))
    if (json) CompareJson(comparison) else CompareReport(comparison)
  }
}
