package okibi.core.docs

import okibi.core.metric.{Metric, MetricKind}
import okibi.core.reason.Reason

private[docs] object MetricPage {
  val page: GeneratedPage = GeneratedPage("docs/metrics.md", () => render(Declarations.metrics, Declarations.reasons))

  def render(metrics: Seq[DeclaredArea[Metric]], reasons: Seq[DeclaredArea[Reason]]): String =
    Markdown.page(
      "Metrics and reasons",
      """The metrics that Okibi keeps, and the codes of its reasons. Spark's own metrics system has the metrics of each
        |executor, so every sink that is configured there receives them. Logs, metrics and reports use the same reason
        |codes. A counter for each reason counts the decisions on memory. The log has the reason why Okibi steps aside,
        |and an RDD's `indexStatus` has the reason why it is not pruned.""".stripMargin,
      Seq(Markdown.section("Kinds of metrics", kindTable)) ++ metrics.map(area =>
        Markdown.section(s"Metrics: ${lower(area.title)}", metricTable(area.declared))
      ) ++
        reasons.map(area => Markdown.section(s"Reasons: ${lower(area.title)}", reasonTable(area.declared))): _*
    )

  /** Lower case for the first letter only: the rest may hold names. */
  private def lower(title: String): String = title.take(1).toLowerCase + title.drop(1)

  private def kindTable: String =
    Markdown.table(Seq("kind", "meaning"), MetricKind.all.map(kind => Seq(kind.text, kind.doc)))

  private def metricTable(metrics: Seq[Metric]): String =
    Markdown.table(
      Seq("name", "kind", "unit", "meaning"),
      metrics.map(metric => Seq(Markdown.code(metric.name), metric.kind.text, metric.unit.text, metric.doc))
    )

  private def reasonTable(reasons: Seq[Reason]): String =
    Markdown.table(Seq("code", "meaning"), reasons.map(reason => Seq(Markdown.code(reason.code), reason.doc)))
}
