package okibi.explain.finding

import okibi.explain.facts.AppFacts

/** The facts of an application, and what the rules say about them.
  *
  * @param findings what limits the application, the largest gain first
  * @param notes    what else is worth knowing
  */
final case class Judgement(facts: AppFacts, findings: Seq[Finding], notes: Seq[Finding])

object Judgement {
  def of(facts: AppFacts): Judgement = Judgement(facts, FindingRules.findings(facts), FindingRules.notes(facts))
}
