package okibi.spark.ui

import okibi.explain.facts.AppFacts
import okibi.explain.finding.Finding

/** The facts of an application, the findings that limit it, and notes about it. */
final case class JudgedFacts(facts: AppFacts, findings: Seq[Finding], notes: Seq[Finding])
