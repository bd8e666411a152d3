package okibi.core.docs

import okibi.core.metric.{Metric, MetricKind}
import okibi.core.reason.Reason

private[docs] object MetricPage {
  val page: GeneratedPage = GeneratedPage("docs/metrics.md", () => render(Declarations.metrics, Declarations.reasons))

  def render(metrics: Seq[DeclaredArea[Metric]], reasons: Seq[DeclaredArea[Reason]]): String =
    Markdown.page(
      "Metrics and reasons",
      """What Okibi counts, and the words in which it gives its reasons. Metrics appear on each executor in Spark's own metrics
        |system, so that every sink configured there has them. Logs, metrics and reports use the same codes for reasons:
        |decisions on memory are counted by theirs; why Okibi steps aside stands in the log, and why an RDD is not pruned in its `indexStatus`.""".stripMargin,
      Seq(Markdown.section("Kinds of metrics", kindTable)) ++ metrics.map(area =>
        Markdown.section(s"Metrics: ${lower(area.title)}", metricTable(area.declared))
      ) ++
        reasons.map(area => Markdown.section(s"Reasons: ${lower(area.title)}", reasonTable(area.declared))): _*
    )

  /** The first letter only: the rest may hold names. */
  private def lower(title: String): String = title.take(1).toLowerCase + title.drop(1)

  private def kindTable: String =
    Markdown.table(Seq("kind", "meaning"), MetricKind.all.map(kind => Seq(kind.text, kind.doc)))

  private def metricTable(metrics: Seq[Metric]): String =
    Markdown.table(
      Seq("name", "kind", "unit", "meaning"),
      metrics.map(m => Seq(Markdown.code(m.name), m.kind.text, m.unit.text, m.doc))
    )

  private def reasonTable(reasons: Seq[Reason]): String =
    Markdown.table(Seq("code", "meaning"), reasons.map(r => Seq(Markdown.code(r.code), r.doc)))
}
