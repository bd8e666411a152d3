package okibi.explain.finding

import okibi.explain.facts.Doubt
import okibi.explain.predict.Shrunk

/** Something that limits an application.
  *
  * @param rule     that found it
  * @param stage    that it is about; none when it is about all of it
  * @param says     what it is, in one sentence with its figures
  * @param evidence further figures that show it
  * @param fix      what to change, as exact configuration or code
  * @param outcome  of the fix
  * @param confidence that this is what limits
  * @param rdd      cached one that it is about
  * @param during   further stages, by their numbers, in which it shows
  * @param doubts   why the figures are uncertain that it rests on
  */
final case class Finding(
    rule: Rule,
    stage: Option[Int],
    says: String,
    evidence: Seq[String],
    fix: String,
    outcome: Shrunk.Outcome,
    confidence: Confidence,
    rdd: Option[Int] = None,
    during: Seq[Int] = Nil,
    doubts: Seq[Doubt] = Nil
) {

  /** The numbers of all stages in which it shows. */
  def stages: Set[Int] = stage.toSet ++ during

  /** Marked as one that rests on uncertain figures. */
  def doubted(why: Set[Doubt]): Finding =
    if (why.isEmpty) this
    else {
      val reasons = why.toSeq.sortBy(_.says)
      copy(
        says = s"uncertain, since ${reasons.map(_.says).mkString(" and ")}: $says",
        confidence = Confidence.Low,
        doubts = reasons
      )
    }

  /** Milliseconds between which the fixed one is expected to be. */
  def range: (Long, Long) = {
    val off = math.round(outcome.gain * confidence.off)
    (math.max(0, outcome.after - off), math.min(outcome.before, outcome.after + off))
  }
}

/** @param off share of the predicted gain that the prediction may be off by */
sealed abstract class Confidence(val name: String, val off: Double)

object Confidence {

  /** What is claimed was measured. */
  case object High extends Confidence("high", 0.2)

  /** It follows from what was measured, if the rest stays as it was. */
  case object Medium extends Confidence("medium", 0.4)

  /** Something else would look the same. */
  case object Low extends Confidence("low", 0.8)
}
