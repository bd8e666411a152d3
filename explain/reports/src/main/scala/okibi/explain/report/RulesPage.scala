package okibi.explain.report

import okibi.explain.finding.{FindingRule, FindingRules, Threshold}

/** docs/findings.md: what each rule looks for, with which figures, and where they come from. */
object RulesPage {
  def apply(rules: Seq[FindingRule]): String =
    (Seq("# Findings", introduction) ++ rules.map(section)).mkString("", "\n\n", "\n")

  private def introduction: String = {
    val leastGain = s"${number(FindingRules.leastGain.value * 100)} %"
    Seq(
      "`./okibi explain` looks for these findings in an event log. Each finding has what the rule found, what to",
      s"change, and the gain to expect; a gain below $leastGain of the application's time is left out. A finding that",
      "rests on figures which a `Caution` calls uncertain says so and has a low confidence.",
      "`./okibi explain --findings` makes this page."
    ).mkString("\n")
  }

  private def section(rule: FindingRule): String =
    Seq(
      s"## ${rule.code}",
      s"${rule.title}.",
      s"Found when ${rule.about}",
      ("| threshold | value | why |" +: "|---|---|---|" +: rule.thresholds.map(row)).mkString("\n"),
      s"From: ${rule.origin}."
    ).mkString("\n\n")

  private def row(threshold: Threshold): String =
    s"| `${threshold.name}` | ${number(threshold.value)} ${threshold.unit} | ${threshold.why} |"

  private def number(value: Double): String = if (value == math.rint(value)) value.toLong.toString else value.toString
}
