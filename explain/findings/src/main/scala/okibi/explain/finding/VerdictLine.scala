package okibi.explain.finding

import okibi.explain.redact.PlainText
import okibi.explain.wording.Wording

/** What limits an application most: one line that begins with the rule's code, by which docs/findings.md lists the
  * rules.
  */
object VerdictLine {

  /** @param findings the largest gain first */
  def apply(findings: Seq[Finding]): String = findings.headOption match {
    case Some(first) => s"${first.rule.code}: ${PlainText(first.summary, 300)}"
    case None =>
      s"nothing stands out: no rule finds a gain of ${Wording.percent(FindingRules.leastGain.value)} of the time or " +
        "more."
  }
}
