package okibi.explain.report

import okibi.explain.diagnosis.Explanation
import okibi.explain.facts.StageFacts
import okibi.explain.finding.Finding
import okibi.report.{Axis, Span}

/** The axis of all charts over time, in seconds since the application's start. The stages of the first fixes are
  * shaded.
  */
private[report] final class TimeAxis private (explanation: Explanation) {
  private val facts = explanation.facts

  /** The time of an event on the axis. */
  def seconds(ms: Long): Double = (ms - facts.startedMs) / 1000.0

  def span(name: String, fromMs: Long, untilMs: Long): Span = Span(name, seconds(fromMs), seconds(untilMs))

  val axis: Axis = {
    // Stretches closer together than a hundredth of the axis could not be seen apart.
    val gapMs = facts.elapsedMs / 100
    val shaded = for {
      (name, finding) <- TimeAxis.fixes(explanation)
      stages = facts.stages.filter(stage => finding.stages(stage.id))
      ((fromMs, untilMs), i) <- TimeAxis.stretches(stages, gapMs).zipWithIndex
    } yield span(if (i == 0) name else "", fromMs, untilMs)
    Axis(0, facts.elapsedMs / 1000.0, shaded)
  }
}

private[report] object TimeAxis {
  private val mostFixes = 5

  def apply(explanation: Explanation): TimeAxis = new TimeAxis(explanation)

  /** The findings that charts and maps show, each with its name. */
  def fixes(explanation: Explanation): Seq[(String, Finding)] =
    explanation.findings.take(mostFixes).zipWithIndex.map { case (finding, i) => fixName(i) -> finding }

  def fixName(position: Int): String = s"fix ${position + 1}"

  /** When any of the stages ran. Stretches with a gap of at most `gapMs` are joined. */
  private def stretches(stages: Seq[StageFacts], gapMs: Long): Seq[(Long, Long)] = stages
    .sortBy(_.fromMs)
    .foldLeft(List.empty[(Long, Long)]) {
      case ((fromMs, untilMs) :: before, stage) if stage.fromMs <= untilMs + gapMs =>
        (fromMs, math.max(untilMs, stage.untilMs)) :: before
      case (before, stage) => (stage.fromMs, stage.untilMs) :: before
    }
    .reverse
}
