package okibi.explain.finding

import okibi.explain.redact.PlainText

/** What limits an application most, in a sentence that begins with the code by which docs/findings.md has it. */
object Verdict {

  /** @param findings the largest gain first */
  def apply(findings: Seq[Finding]): String = findings.headOption match {
    case Some(first) => s"${first.rule.code}: ${subject(first)}${PlainText(first.says, 300)}"
    case None =>
      f"nothing stands out: no rule finds anything that would gain ${Rule.leastGain.value * 100}%.0f %% of the time or more."
  }

  /** What comes before what a finding says. */
  def subject(finding: Finding): String = finding.stage.fold("")(stage => s"stage $stage: ")
}
