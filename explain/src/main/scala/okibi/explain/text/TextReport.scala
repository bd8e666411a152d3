package okibi.explain.text

import okibi.explain.Explanation
import okibi.explain.facts.{AppFacts, Part, StageFacts}
import okibi.explain.finding.{Finding, Rule}
import okibi.report.{Grid, TextTable}

/** A report for a terminal: the verdict first, then what would help, then where the time went. */
object TextReport {
  private val mostStages = 20
  private val mostFixes = 5
  private val names = 60

  def apply(explanation: Explanation): String = {
    val advice = labelled("Verdict", verdict(explanation)) +: fixes(explanation.findings)
    val cautions = explanation.cautions.map(labelled("Caution", _))
    Seq(advice, Seq(application(explanation.facts)), Seq(stages(explanation.facts)), cautions).filter(_.nonEmpty).map(_.mkString("\n")).mkString("\n\n") + "\n"
  }

  private def labelled(label: String, text: String): String = f"$label%-9s $text"

  /** What limits the application most, in a sentence. */
  def verdict(explanation: Explanation): String = explanation.findings.headOption match {
    case Some(first) => subject(first) + Plain(first.says, 300)
    case None => f"nothing stands out: no rule finds anything that would gain ${Rule.leastGain.value * 100}%.0f %% of the time or more."
  }

  private[explain] def subject(finding: Finding): String = finding.stage.fold("")(stage => s"stage $stage: ")

  private def fixes(findings: Seq[Finding]): Seq[String] = findings.take(mostFixes).zipWithIndex.flatMap { case (finding, i) =>
    Seq(
      labelled(s"Fix ${i + 1}", s"${Plain(finding.fix, 300)}"),
      labelled("", s"${subject(finding)}${seconds(finding.outcome.before)} s -> ${seconds(finding.outcome.after)} s, confidence ${finding.confidence.name}" +
        (if (finding.evidence.isEmpty) "" else finding.evidence.map(Plain(_, 200)).mkString(": ", "; ", ""))))
  }

  /** Name, identity and size in a line. */
  def application(facts: AppFacts): String = {
    val hosts = facts.executors.map(_.host).distinct.size
    s"${Plain(facts.name, names)} (${Plain(facts.id, names)}), Spark ${Plain(facts.sparkVersion, names)}: ${seconds(facts.elapsedMs)} s, ${facts.stages.size} stages, " +
      s"executors: ${facts.executors.size} with up to ${facts.cores} cores on $hosts ${if (hosts == 1) "host" else "hosts"}"
  }

  /** The longest stages, each with the parts of its tasks' time that matter somewhere. */
  private def stages(facts: AppFacts): String = {
    val shown = facts.stages.sortBy(-_.elapsedMs).take(mostStages)
    val parts = Part.all.filter(part => shown.exists(_.parts.share(part) >= 0.01))
    val header = Seq("stage", "tasks", "failed", "seconds", "cores busy") ++ parts.map(_.name)
    val left = facts.stages.size - shown.size
    TextTable(Grid(header, shown.map(row(_, facts, parts)))) + (if (left > 0) s"\n... and $left shorter ones" else "")
  }

  private def row(stage: StageFacts, facts: AppFacts, parts: Seq[Part]): Seq[String] = {
    val busy = if (stage.elapsedMs == 0 || facts.cores == 0) "-" else percent((stage.parts.total + stage.wasted).toDouble / (stage.elapsedMs * facts.cores))
    val again = if (stage.attempt == 0) "" else s".${stage.attempt}"
    Seq(s"${stage.id}$again ${Plain(stage.name, names)}", stage.tasks.toString, stage.failed.toString, seconds(stage.elapsedMs), busy) ++
      parts.map(part => if (stage.parts.total == 0) "-" else percent(stage.parts.share(part)))
  }

  private def seconds(ms: Long): String = f"${ms / 1000.0}%.1f"
  private def percent(share: Double): String = f"${share * 100}%.0f %%"
}
