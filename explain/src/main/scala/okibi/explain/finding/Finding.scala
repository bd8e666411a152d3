package okibi.explain.finding

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
  */
final case class Finding(rule: Rule, stage: Option[Int], says: String, evidence: Seq[String], fix: String, outcome: Shrunk.Outcome, confidence: Confidence)

sealed abstract class Confidence(val name: String)

object Confidence {
  /** What is claimed was measured. */
  case object High extends Confidence("high")

  /** It follows from what was measured, if the rest stays as it was. */
  case object Medium extends Confidence("medium")

  /** Something else would look the same. */
  case object Low extends Confidence("low")
}
