package okibi.explain.report

import okibi.core.metric.CacheSummary
import okibi.explain.diagnosis.Explanation
import okibi.explain.facts.{AppFacts, Part, StageFacts}
import okibi.explain.finding.{Finding, Verdict}
import okibi.explain.redact.PlainText
import okibi.report.{Grid, TextTable}

/** A report for a terminal: the verdict first, then what would help, then where the time went. */
object TextReport {
  import Shown._

  private val mostStages = 20
  private val mostFixes = 5
  private val mostNotes = 5
  private val names = 60

  def apply(explanation: Explanation): String = {
    val advice = labelled("Verdict", verdict(explanation)) +: (fixes(explanation.findings) ++ notes(explanation.notes))
    val cautions = explanation.cautions.map(labelled("Caution", _))
    Seq(
      advice,
      Seq(application(explanation.facts)) ++ counted(explanation.facts),
      Seq(stages(explanation.facts)),
      cautions
    ).filter(_.nonEmpty).map(_.mkString("\n")).mkString("\n\n") + "\n"
  }

  /** What limits the application most, in a sentence. */
  def verdict(explanation: Explanation): String = Verdict(explanation.findings)

  private def fixes(findings: Seq[Finding]): Seq[String] =
    findings.take(mostFixes).zipWithIndex.flatMap { case (finding, i) =>
      Seq(
        labelled(s"Fix ${i + 1}", s"${PlainText(finding.fix, 300)}"),
        labelled(
          "",
          s"${Verdict.subject(finding)}${seconds(finding.outcome.before)} s -> ${expected(finding)} s, confidence ${finding.confidence.name}" +
            (if (finding.evidence.isEmpty) "" else finding.evidence.map(PlainText(_, 200)).mkString(": ", "; ", ""))
        )
      )
    }

  /** Seconds after the fix, and between which. */
  private[report] def expected(finding: Finding): String = {
    val (low, high) = finding.range
    s"${seconds(finding.outcome.after)} (${seconds(low)} to ${seconds(high)})"
  }

  private def notes(notes: Seq[Finding]): Seq[String] =
    notes.take(mostNotes).map(its => labelled("Note", PlainText(note(its), 500)))

  private[report] def note(its: Finding): String = its.says + (if (its.fix.isEmpty) "" else s" Change: ${its.fix}.")

  /** Name, identity and size in a line. */
  def application(facts: AppFacts): String = {
    val hosts = facts.workers.map(_.host).distinct.size
    s"${PlainText(facts.name, names)} (${PlainText(facts.id, names)}), Spark ${PlainText(facts.sparkVersion, names)}: ${seconds(facts.elapsedMs)} s, ${facts.stages.size} stages, " +
      s"executors: ${facts.workers.size} with up to ${facts.cores} cores on $hosts ${if (hosts == 1) "host" else "hosts"}"
  }

  /** What Okibi did, where it counted. */
  private def counted(facts: AppFacts): Option[String] = facts.counters.lastOption.map { case (_, figures) =>
    s"Okibi: ${CacheSummary(figures)}"
  }

  /** The longest stages, each with the parts of its tasks' time that matter somewhere. */
  private def stages(facts: AppFacts): String = {
    val shown = facts.stages.sortBy(-_.elapsedMs).take(mostStages)
    val parts = Part.all.filter(part => shown.exists(_.parts.share(part) >= 0.01))
    val header = Seq("stage", "tasks", "failed", "seconds", "cores busy", "longest s", "of median") ++ parts.map(_.name)
    val left = facts.stages.size - shown.size
    TextTable(
      Grid(header, shown.map(row(_, facts, parts)))
    ) + (if (left > 0) s"\n... and $left shorter ones"
         else "") + (if (shown.exists(facts.doubts(_).nonEmpty)) s"\n$uncertain" else "")
  }

  private def row(stage: StageFacts, facts: AppFacts, parts: Seq[Part]): Seq[String] = {
    val busy = facts.busy(stage).fold("-")(percent)
    val again = if (stage.attempt == 0) "" else s".${stage.attempt}"
    Seq(
      s"${stage.id}$again${if (facts.doubts(stage).isEmpty) "" else mark} ${PlainText(stage.name, names)}",
      stage.tasks.toString,
      stage.failed.toString,
      seconds(stage.elapsedMs),
      busy,
      seconds(stage.longestMs),
      if (stage.medianMs == 0) "-" else f"${stage.longestMs.toDouble / stage.medianMs}%.1fx"
    ) ++
      parts.map(part => if (stage.parts.total == 0) "-" else percent(stage.parts.share(part)))
  }
}
