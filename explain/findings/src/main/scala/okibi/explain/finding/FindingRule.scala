package okibi.explain.finding

import okibi.explain.facts.AppFacts
import okibi.explain.predict.{PredictedTime, ReadSpeed}

/** Looks for one thing that limits applications. */
abstract class FindingRule {

  /** A stable name. */
  def code: String

  /** What the rule finds, as a headline. */
  def title: String

  /** A text that follows "Found when": the conditions with thresholds by name, then what the rule predicts. */
  def about: String

  /** All figures that the rule compares with, in the order of the documentation. */
  def thresholds: Seq[Threshold]

  /** Where the claim comes from. */
  def origin: String

  def find(app: AppFacts): Seq[Finding]

  /** Whether predictions are about the stage that a finding names, and not about the application. */
  def predictsStages: Boolean = true

  /** Whether the rule needs to tell computing from waiting. */
  def usesProcessorTime: Boolean = false
}

/** Looks for something that is worth knowing although no gain is predicted. */
abstract class NoteRule extends FindingRule {
  protected final def note(
      app: AppFacts,
      stage: Option[Int],
      summary: String,
      evidence: Seq[String],
      fix: String
  ): Finding =
    Finding(this, stage, summary, evidence, fix, PredictedTime(app.elapsedMs, app.elapsedMs), Confidence.High)
}

/** A figure that a rule compares with.
  *
  * @param value in `unit`
  * @param why   the figure has this value
  */
final case class Threshold(name: String, value: Double, unit: String, why: String)

object Threshold {

  /** How fast Okibi reads blocks, where the machine was not measured. */
  val okibiReads: Threshold = Threshold(
    "okibi",
    ReadSpeed.okibi.assumedMbPerSecond,
    "MB/s a core",
    "Okibi's speed for blocks on disk whose pages are in the page cache; it holds where no machine profile has a " +
      "figure. `./okibi probe` measures between 500 and 3000, by the records"
  )

  /** How fast Spark reads blocks of Java's serializer, where the machine was not measured. */
  val javaReads: Threshold = Threshold(
    "stock",
    ReadSpeed.javaSerializer.assumedMbPerSecond,
    "MB/s a core",
    "Spark's speed with Java's serializer; it holds where no machine profile has a figure. It is between 40 and 400, " +
      "by the records"
  )
}
