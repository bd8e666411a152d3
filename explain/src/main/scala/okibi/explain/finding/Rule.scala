package okibi.explain.finding

import okibi.explain.facts.AppFacts

/** What looks for one thing that limits applications.
  *
  * @param code       stable name
  * @param title      what it finds
  * @param about      when it says so, and what it then predicts
  * @param thresholds that it uses
  * @param origin     where the claim comes from
  */
abstract class Rule(val code: String, val title: String, val about: String, val thresholds: Seq[Threshold], val origin: String) {
  def find(app: AppFacts): Seq[Finding]
}

/** A figure that a rule compares with.
  *
  * @param why it is this one
  */
final case class Threshold(name: String, value: Double, unit: String, why: String)

object Rule {

  /** In the order of their documentation. */
  val all: Seq[Rule] = Seq(Skew, Spills, GarbageCollection, SmallTasks, FewTasks, DriverBound, LostWork)

  /** What all rules find, the largest gain first. */
  def findings(app: AppFacts): Seq[Finding] =
    all.flatMap(_.find(app)).filter(finding => finding.outcome.gain >= leastGain.value * app.elapsedMs).sortBy(-_.outcome.gain)

  /** Of all rules. */
  val leastGain: Threshold = Threshold("least gain", 0.03, "of the application's time", "what is less nobody would notice from one run to the next")
}
