package okibi.explain.page

import okibi.explain.Explanation
import okibi.explain.facts.{AppFacts, Part, StageFacts}
import okibi.explain.text.{Plain, TextReport}
import okibi.report.{Bars, Grid, Html, Page, Section, Series, Span, Spans}

/** The report as one page that needs no network. */
object HtmlReport {
  private val mostStages = 40

  def apply(explanation: Explanation): String = {
    val facts = explanation.facts
    val longest = facts.stages.sortBy(-_.elapsedMs).take(mostStages)
    Html.render(Page(
      s"What limits ${Plain(facts.name, 60)}",
      Seq(TextReport.verdict(explanation), TextReport.application(facts)) ++ explanation.cautions.map("Caution: " + _),
      Seq(advice(explanation), timeline(facts, longest.sortBy(_.from)), parts(longest))))
  }

  private def advice(explanation: Explanation): Section =
    if (explanation.findings.isEmpty) Section("What would help", Seq("Nothing that this looks for."))
    else Section("What would help", Nil, tables = Seq(Grid(
      Seq("finding", "what to change", "before s", "after s", "confidence", "evidence"),
      explanation.findings.map { its =>
        Seq(TextReport.subject(its) + its.says, its.fix, seconds(its.outcome.before), seconds(its.outcome.after), its.confidence.name, its.evidence.mkString("; "))
      })))

  private def timeline(facts: AppFacts, stages: Seq[StageFacts]): Section =
    Section("When stages ran", Nil, charts = Seq(Spans("Stages since the application's start", "s",
      stages.map(stage => Span(title(stage), (stage.from - facts.started) / 1000.0, (stage.until - facts.started) / 1000.0)))))

  private def parts(stages: Seq[StageFacts]): Section = {
    val shown = Part.all.filter(part => stages.exists(_.parts(part) > 0))
    Section("Where tasks' time went", shown.map(part => s"${part.name.capitalize}: ${part.about}."), charts = Seq(Bars("Time of all tasks of a stage", "s", stages.map(title),
      shown.map(part => Series(part.name, stages.map(stage => Some(stage.parts(part) / 1000.0)))), stacked = true)))
  }

  private def title(stage: StageFacts): String = s"${stage.id} ${Plain(stage.name, 50)}"
  private def seconds(ms: Long): String = f"${ms / 1000.0}%.1f"
}
