package okibi.spark.ui

import okibi.explain.facts.AppFacts
import okibi.explain.finding.Finding

/** What an application did, what limits it, and what is worth knowing besides. */
final case class JudgedFacts(facts: AppFacts, findings: Seq[Finding], notes: Seq[Finding])
