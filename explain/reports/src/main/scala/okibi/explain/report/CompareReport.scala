package okibi.explain.report

import okibi.explain.diagnosis.Explanation
import okibi.explain.compare.{Comparison, GroupPair, StageGroup}
import okibi.explain.facts.Part
import okibi.explain.finding.{Finding, Verdict}
import okibi.explain.redact.PlainText
import okibi.report.{Grid, TextTable}

/** For a terminal: which run took longer, in which stages and parts, and what was set otherwise. The runs are called A and B. */
object CompareReport {
  import Shown._

  private val mostGroups = 10
  private val mostSettings = 30
  private val names = 60

  def apply(comparison: Comparison): String = {
    val runs = Seq("A" -> comparison.first, "B" -> comparison.second)
    Seq(
      labelled("Verdict", verdict(comparison)) +: runs.map { case (name, run) =>
        labelled(name, TextReport.application(run.facts))
      },
      settings(comparison),
      findings("Gone", comparison.gone) ++ findings("New", comparison.added),
      Seq(groups(comparison)),
      Seq(parts(comparison)),
      runs.flatMap { case (name, run) => run.cautions.map(caution => labelled("Caution", s"$name: $caution")) }
    ).filter(_.nonEmpty).map(_.mkString("\n")).mkString("\n\n") + "\n"
  }

  /** How much, where and why, in a sentence. */
  def verdict(comparison: Comparison): String = {
    val times =
      f"B takes ${seconds(comparison.second.facts.elapsedMs)} s, A ${seconds(comparison.first.facts.elapsedMs)} s, ${comparison.ratio}%.2f of it"
    if (comparison.isSame) f"no change: $times; runs of the same differ by ${Comparison.noise * 100}%.0f %%."
    else
      times + comparison.groups
        .find(group => group.difference.sign == comparison.differenceMs.sign)
        .fold(".")(group => s"; ${because(group)}")
  }

  private def because(group: GroupPair): String = {
    val name = PlainText(group.name, names)
    (group.first, group.second) match {
      case (Some(_), Some(_)) =>
        val why = group.parts.find { case (_, a, b) => (b - a).sign == group.difference.sign }.fold("") {
          case (part, a, b) => s", its tasks ${seconds(a)} -> ${seconds(b)} s of ${part.name}"
        }
        s"most of that in '$name'$why."
      case (_, None) => s"A alone has '$name', ${seconds(-group.difference)} s."
      case (None, _) => s"B alone has '$name', ${seconds(group.difference)} s."
    }
  }

  private def settings(comparison: Comparison): Seq[String] = {
    def shown(value: Option[String]): String = value.fold("not set")(PlainText(_, names))
    val all = comparison.settings.map(its =>
      labelled("Changed", s"${PlainText(its.key, names)}: ${shown(its.first)} -> ${shown(its.second)}")
    )
    all.take(
      mostSettings
    ) ++ (if (all.size > mostSettings) Some(labelled("", s"... and ${all.size - mostSettings} more")) else None)
  }

  private def findings(label: String, some: Seq[Finding]): Seq[String] =
    some.map(its => labelled(label, s"${its.rule.code}: ${Verdict.subject(its)}${PlainText(its.says, 200)}"))

  /** The stages that differ most. */
  private def groups(comparison: Comparison): String = {
    val shown = comparison.groups.take(mostGroups)
    val left = comparison.groups.size - shown.size
    TextTable(
      Grid(
        Seq("stages", "A: stages, tasks", "B", "A seconds", "B seconds", "difference", "bytes that differ"),
        shown.map { group =>
          def size(of: Option[StageGroup]) = of.fold("-")(its => s"${its.stages.size}, ${its.tasks}")
          def time(of: Option[StageGroup]) = of.fold("-")(its => seconds(its.elapsedMs))
          Seq(
            PlainText(group.name, names) + (if (group.isUncertain) mark else ""),
            size(group.first),
            size(group.second),
            time(group.first),
            time(group.second),
            signed(group.difference),
            moved(group)
          )
        }
      )
    ) + (if (left > 0) s"\n... and $left that differ less" else "") + (if (shown.exists(_.isUncertain)) s"\n$uncertain"
                                                                       else "")
  }

  /** Data that one of the runs moved and the other did not, or much less of. */
  private def moved(group: GroupPair): String = {
    val pairs =
      for (a <- group.first.toSeq; b <- group.second.toSeq; ((what, before), (_, after)) <- a.bytes.zip(b.bytes))
        yield (what, before, after)
    val differing = pairs.filter { case (_, a, b) =>
      math.abs(b - a) > Comparison.noise * math.max(a, b) && math.max(a, b) >= 1000000
    }
    if (differing.isEmpty) "-"
    else differing.map { case (what, a, b) => f"$what ${a / 1e6}%.0f -> ${b / 1e6}%.0f MB" }.mkString(", ")
  }

  /** Where the tasks' time went. */
  private def parts(comparison: Comparison): String = {
    def of(explanation: Explanation, part: Part): Long = explanation.facts.stages.map(_.parts(part)).sum
    val all = Part.all.map(part => (part, of(comparison.first, part), of(comparison.second, part))).filter {
      case (_, a, b) => a + b > 0
    }
    TextTable(
      Grid(
        Seq("task seconds", "A", "B", "difference"),
        all.map { case (part, a, b) => Seq(part.name, seconds(a), seconds(b), signed(b - a)) }
      )
    )
  }

  private def signed(ms: Long): String = f"${ms / 1000.0}%+.1f"
}
