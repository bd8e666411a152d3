package okibi.explain.report

import okibi.core.metric.CacheSummary
import okibi.explain.diagnosis.Explanation
import okibi.explain.facts.{AppFacts, StageFacts, TimePart}
import okibi.explain.finding.{Finding, VerdictLine}
import okibi.explain.redact.PlainText
import okibi.explain.wording.Wording
import okibi.report.{Grid, TextTable}

/** The report for a terminal: the verdict, what would help, then where the time went. */
object TextReport {
  import ReportStyle._

  private val mostStages = 20
  private val mostFixes = 5
  private val mostNotes = 5
  private val longestName = 60

  def apply(explanation: Explanation): String = blocks(
    labelled("Verdict", VerdictLine(explanation.findings)) +:
      (fixes(explanation.findings) ++ notes(explanation.notes)),
    Seq(application(explanation.facts)) ++ counters(explanation.facts),
    Seq(stages(explanation.facts)),
    explanation.cautions.map(labelled("Caution", _))
  )

  private def fixes(findings: Seq[Finding]): Seq[String] =
    findings.take(mostFixes).zipWithIndex.flatMap { case (finding, i) =>
      val evidence =
        if (finding.evidence.isEmpty) "" else finding.evidence.map(PlainText(_, 200)).mkString(": ", "; ", "")
      Seq(
        labelled(s"Fix ${i + 1}", s"${PlainText(finding.fix, 300)}"),
        labelled(
          "",
          s"${finding.scope}: ${Wording.seconds(finding.prediction.beforeMs)} s -> ${expectedSeconds(finding)} s, " +
            s"confidence ${finding.confidence.name}$evidence"
        )
      )
    }

  /** Seconds after the fix, and their range. */
  private[report] def expectedSeconds(finding: Finding): String = {
    val (lowMs, highMs) = finding.expectedRangeMs
    s"${Wording.seconds(finding.prediction.afterMs)} (${Wording.seconds(lowMs)} to ${Wording.seconds(highMs)})"
  }

  private def notes(notes: Seq[Finding]): Seq[String] =
    notes.take(mostNotes).map(finding => labelled("Note", PlainText(note(finding), 500)))

  private[report] def note(finding: Finding): String =
    finding.summary + (if (finding.fix.isEmpty) "" else s" Change: ${finding.fix}.")

  /** The application's name, id, version and size in a line. */
  private[report] def application(facts: AppFacts): String = {
    val hosts = facts.workers.map(_.host).distinct.size
    def plain(text: String): String = PlainText(text, longestName)
    val identity = facts.identity
    s"${plain(identity.name)} (${plain(identity.id)}), Spark ${plain(identity.sparkVersion)}: " +
      s"${Wording.seconds(facts.elapsedMs)} s, ${Wording.count(facts.stages.size, "stage")}, " +
      s"${Wording.count(facts.workers.size, "executor")} with up to ${Wording.count(facts.cores, "core")} on " +
      Wording.count(hosts, "host")
  }

  /** What Okibi did, where the log has its counters. */
  private def counters(facts: AppFacts): Option[String] =
    facts.observed.counters.lastOption.map(sample => s"Okibi: ${CacheSummary(sample.totals)}")

  /** The longest stages, with the parts of their tasks' time that matter in any of them. */
  private def stages(facts: AppFacts): String = {
    val shown = facts.stages.sortBy(-_.elapsedMs).take(mostStages)
    val parts = TimePart.all.filter(part => shown.exists(_.parts.share(part) >= 0.01))
    val header = Seq("stage", "tasks", "failed", "seconds", "cores busy", "longest s", "of median") ++ parts.map(_.name)
    val more = facts.stages.size - shown.size
    TextTable(Grid(header, shown.map(row(_, facts, parts)))) +
      (if (more > 0) s"\n... and ${Wording.count(more, "shorter stage")}" else "") +
      (if (shown.exists(facts.doubts(_).nonEmpty)) s"\n$uncertainLegend" else "")
  }

  private def row(stage: StageFacts, facts: AppFacts, parts: Seq[TimePart]): Seq[String] = {
    val attempt = if (stage.attempt == 0) "" else s".${stage.attempt}"
    val mark = if (facts.doubts(stage).isEmpty) "" else uncertainMark
    Seq(
      s"${stage.id}$attempt$mark ${PlainText(stage.name, longestName)}",
      stage.tasks.toString,
      stage.attempts.failed.toString,
      Wording.seconds(stage.elapsedMs),
      facts.busy(stage).fold("-")(Wording.percent),
      Wording.seconds(stage.longestMs),
      if (stage.medianMs == 0) "-" else f"${stage.longestMs.toDouble / stage.medianMs}%.1fx"
    ) ++ parts.map(part => if (stage.parts.totalMs == 0) "-" else Wording.percent(stage.parts.share(part)))
  }
}
