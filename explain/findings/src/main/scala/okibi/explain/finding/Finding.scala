package okibi.explain.finding

import okibi.explain.facts.Doubt
import okibi.explain.predict.PredictedTime

/** Something that limits an application, or that is worth knowing about it.
  *
  * @param stage       that the prediction is about; none when it is about the application
  * @param summary     a sentence with subject, figures and consequence
  * @param evidence    further figures that show it
  * @param fix         the next step, as exact configuration or code; empty where there is none
  * @param prediction  the time before and after the fix
  * @param confidence  that this is what limits the stage or the application
  * @param rdd         the persisted RDD that it is about
  * @param otherStages further stages in which it shows
  * @param doubts      why its figures are uncertain
  */
final case class Finding(
    rule: FindingRule,
    stage: Option[Int],
    summary: String,
    evidence: Seq[String],
    fix: String,
    prediction: PredictedTime,
    confidence: Confidence,
    rdd: Option[Int] = None,
    otherStages: Seq[Int] = Nil,
    doubts: Seq[Doubt] = Nil
) {

  /** All stages in which it shows. */
  def stages: Set[Int] = stage.toSet ++ otherStages

  /** What the prediction is about. */
  def scope: String = stage.fold("application")(id => s"stage $id")

  /** The finding, marked as uncertain where there are reasons for doubt. */
  def doubted(reasons: Set[Doubt]): Finding =
    if (reasons.isEmpty) this
    else {
      val sorted = reasons.toSeq.sortBy(_.reason)
      copy(
        summary = s"Uncertain, because ${sorted.map(_.reason).mkString(" and ")}: $summary",
        confidence = Confidence.Low,
        doubts = sorted
      )
    }

  /** The lowest and the highest milliseconds that are expected after the fix. */
  def expectedRangeMs: (Long, Long) = {
    val toleranceMs = math.round(prediction.gainMs * confidence.tolerance)
    (math.max(0, prediction.afterMs - toleranceMs), math.min(prediction.beforeMs, prediction.afterMs + toleranceMs))
  }
}

/** @param tolerance share of the predicted gain by which the prediction may be wrong */
sealed abstract class Confidence(val name: String, val tolerance: Double)

object Confidence {

  /** The claim was measured. */
  case object High extends Confidence("high", 0.2)

  /** The claim follows from measurements if everything else stays as it was. */
  case object Medium extends Confidence("medium", 0.4)

  /** Another cause would show the same figures. */
  case object Low extends Confidence("low", 0.8)
}
