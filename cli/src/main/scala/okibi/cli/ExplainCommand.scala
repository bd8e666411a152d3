package okibi.cli

import java.nio.file.{Files, Path, Paths}
import java.util.concurrent.Callable

import okibi.bench.runner.UsageException
import okibi.explain.Explanation
import okibi.explain.finding.Rule
import okibi.explain.page.{HtmlReport, JsonReport}
import okibi.explain.text.{RulesPage, TextReport}

import picocli.CommandLine.{Command, Model, Option => CliOption, Parameters, Spec}

/** `okibi explain`: what limits an application, from its event log. */
@Command(
  name = "explain",
  description = Array(
    "Says what limits a Spark application, what would help and where its time went, from its event log:",
    "a file, or the folder of a rolling log, compressed or not, finished or not."),
  sortOptions = false)
final class ExplainCommand extends Callable[Integer] {
  @Parameters(index = "0", arity = "0..1", paramLabel = "EVENTLOG", description = Array("The log; a path of this machine, or one with a scheme, such as hdfs://."))
  var path: String = _

  @CliOption(names = Array("--html"), paramLabel = "FILE", description = Array("Write a page with charts, too, that needs no network."))
  var html: Path = _

  @CliOption(names = Array("--json"), description = Array("Print JSON in place of text."))
  var json: Boolean = false

  @CliOption(names = Array("--findings"), description = Array("Print what is looked for, and by which figures, and end."))
  var findings: Boolean = false

  @Spec
  var spec: Model.CommandSpec = _

  override def call(): Integer = {
    val out = spec.commandLine.getOut
    if (findings) out.print(RulesPage(Rule.all))
    else if (path == null) throw new UsageException("no event log given. Spark writes one to spark.eventLog.dir when spark.eventLog.enabled is true")
    else {
      val page = Option(html).map(Paths.get("").toAbsolutePath.resolve)
      page.filterNot(file => Files.isDirectory(file.toAbsolutePath.getParent)).foreach(file => throw new UsageException(s"--html $html: no such folder as ${file.toAbsolutePath.getParent}. Make it first"))
      val explanation = Explanation.of(path)
      out.print(if (json) JsonReport(explanation) else TextReport(explanation))
      page.foreach(Files.writeString(_, HtmlReport(explanation)))
    }
    out.flush()
    0
  }
}
