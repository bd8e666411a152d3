package okibi.explain.report

import okibi.explain.finding.{Rule, Threshold}

/** docs/findings.md: what each rule looks for, by what figures, and where they come from. */
object RulesPage {
  def apply(rules: Seq[Rule]): String =
    (Seq(
      "# Findings",
      s"""What `./okibi explain` looks for in an event log. Each finding names what it saw, what to change and what that should gain; what would gain less than
         |${number(
          Rule.leastGain.value * 100
        )} % of the application's time is not said. A finding that rests on figures which a `Caution` calls uncertain says so, and its confidence is low. SampleApplication by `./okibi explain --findings`.""".stripMargin
    ) ++ rules.map(section)).mkString("", "\n\n", "\n")

  private def section(rule: Rule): String =
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
