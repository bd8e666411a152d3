package okibi.explain.report

import okibi.explain.diagnosis.Explanation
import okibi.explain.facts.{AppFacts, StageFacts, TimePart}
import okibi.explain.finding.VerdictLine
import okibi.explain.redact.PlainText
import okibi.explain.wording.Wording
import okibi.report.{BarChart, Grid, Html, Page, Section, Series, SpanChart}

/** The report as one page that needs no network. */
object HtmlReport {
  private val mostStages = 40

  def apply(explanation: Explanation): String = {
    val facts = explanation.facts
    val time = TimeAxis(explanation)
    val longest = facts.stages.sortBy(-_.elapsedMs).take(mostStages)
    Html.render(
      Page(
        s"What limits ${PlainText(facts.identity.name, 60)}",
        Seq(VerdictLine(explanation.findings), TextReport.application(facts)) ++
          explanation.cautions.map("Caution: " + _),
        Seq(advice(explanation), timeline(facts, longest.sortBy(_.fromMs), time)) ++ NodeCharts(facts, time) ++
          CacheCharts(explanation, time) ++ Seq(parts(longest, facts))
      )
    )
  }

  private def advice(explanation: Explanation): Section = {
    val title = "What would help"
    val notes = explanation.notes.map(TextReport.note)
    if (explanation.findings.isEmpty) Section(title, "No rule finds anything." +: notes)
    else {
      val header = Seq("", "finding", "what to change", "before s", "after s", "confidence", "evidence")
      val rows = explanation.findings.zipWithIndex.map { case (finding, i) =>
        Seq(
          TimeAxis.fixName(i),
          finding.summary,
          finding.fix,
          Wording.seconds(finding.prediction.beforeMs),
          TextReport.expectedSeconds(finding),
          finding.confidence.name,
          finding.evidence.mkString("; ")
        )
      }
      Section(title, notes, tables = Seq(Grid(header, rows)))
    }
  }

  private def timeline(facts: AppFacts, stages: Seq[StageFacts], time: TimeAxis): Section =
    Section(
      "When stages ran",
      (if (time.axis.marked.isEmpty) Nil else Seq("Here and below, the stages of fixes are shaded.")) ++
        (if (stages.exists(facts.doubts(_).nonEmpty)) Seq(s"${ReportStyle.uncertainLegend}.") else Nil),
      charts = Seq(
        SpanChart(
          "Stages since the application's start",
          "s",
          stages.map(stage => time.span(title(stage, facts), stage.fromMs, stage.untilMs)),
          Some(time.axis)
        )
      )
    )

  private def parts(stages: Seq[StageFacts], facts: AppFacts): Section = {
    val shown = TimePart.all.filter(part => stages.exists(_.parts.ms(part) > 0))
    Section(
      "Where tasks' time went",
      shown.map(part => s"${part.name.capitalize}: ${part.about}."),
      charts = Seq(
        BarChart(
          "Time of all tasks of a stage",
          "s",
          stages.map(title(_, facts)),
          shown.map(part => Series(part.name, stages.map(stage => Some(stage.parts.ms(part) / 1000.0)))),
          stacked = true
        )
      )
    )
  }

  private def title(stage: StageFacts, facts: AppFacts): String = {
    val mark = if (facts.doubts(stage).isEmpty) "" else ReportStyle.uncertainMark
    s"${stage.id}$mark ${PlainText(stage.name, 50)}"
  }
}
