package okibi.explain.report

import okibi.explain.compare.{GroupPair, RunComparison, StageGroup}
import okibi.explain.diagnosis.Explanation
import okibi.explain.facts.TimePart
import okibi.explain.finding.Finding
import okibi.explain.redact.PlainText
import okibi.explain.wording.Wording
import okibi.report.{Grid, TextTable}

/** The comparison for a terminal: which run took longer, in which stages and parts of time, and which settings differ.
  * The runs are called A and B.
  */
object CompareTextReport {
  import ReportStyle._

  private val mostGroups = 10
  private val mostSettings = 30
  private val longestName = 60

  /** A smaller difference of bytes is not shown. */
  private val leastBytes = 1000000

  def apply(comparison: RunComparison): String = {
    val runs = Seq("A" -> comparison.first, "B" -> comparison.second)
    blocks(
      labelled("Verdict", verdict(comparison)) +: runs.map { case (name, run) =>
        labelled(name, TextReport.application(run.facts))
      },
      settings(comparison),
      findings("Gone", comparison.gone) ++ findings("New", comparison.added),
      Seq(groups(comparison)),
      Seq(parts(comparison)),
      runs.flatMap { case (name, run) => run.cautions.map(caution => labelled("Caution", s"$name: $caution")) }
    )
  }

  /** The difference, its stages and its cause, in a sentence. */
  def verdict(comparison: RunComparison): String = {
    val (first, second) = (comparison.first.facts.elapsedMs, comparison.second.facts.elapsedMs)
    val times =
      f"B takes ${Wording.seconds(second)} s, ${comparison.ratio}%.2f of the ${Wording.seconds(first)} s that A takes"
    if (comparison.isSame)
      s"no change: $times; runs of the same application differ by ${Wording.percent(RunComparison.noise)}."
    else
      comparison.groups
        .find(_.differenceMs.sign == comparison.differenceMs.sign)
        .fold(s"$times.")(group => s"$times; ${cause(group)}")
  }

  private def cause(group: GroupPair): String = {
    val name = s"'${PlainText(group.name, longestName)}'"
    val difference = Wording.seconds(math.abs(group.differenceMs))
    (group.first, group.second) match {
      case (Some(_), Some(_)) =>
        val part = group.parts.find { case (_, a, b) => (b - a).sign == group.differenceMs.sign }.fold("") {
          case (part, a, b) => s", where tasks took ${Wording.seconds(a)} -> ${Wording.seconds(b)} s of ${part.name}"
        }
        s"most of the difference is in $name$part."
      case (_, None) => s"only A has $name, which takes $difference s."
      case (None, _) => s"only B has $name, which takes $difference s."
    }
  }

  private def settings(comparison: RunComparison): Seq[String] = {
    def shown(value: Option[String]): String = value.fold("not set")(PlainText(_, longestName))
    val all = comparison.settings.map { setting =>
      labelled(
        "Changed",
        s"${PlainText(setting.key, longestName)}: ${shown(setting.first)} -> ${shown(setting.second)}"
      )
    }
    val more = all.size - mostSettings
    all.take(mostSettings) ++ (if (more > 0) Some(labelled("", s"... and $more more")) else None)
  }

  private def findings(label: String, some: Seq[Finding]): Seq[String] =
    some.map(finding => labelled(label, s"${finding.rule.code}: ${PlainText(finding.summary, 200)}"))

  /** The stages that differ most. */
  private def groups(comparison: RunComparison): String = {
    val shown = comparison.groups.take(mostGroups)
    val more = comparison.groups.size - shown.size
    val header = Seq("stages", "A: stages, tasks", "B", "A seconds", "B seconds", "difference", "bytes that differ")
    TextTable(Grid(header, shown.map(row))) +
      (if (more > 0) s"\n... and $more that differ less" else "") +
      (if (shown.exists(_.isUncertain)) s"\n$uncertainLegend" else "")
  }

  private def row(group: GroupPair): Seq[String] = {
    def size(stages: Option[StageGroup]) = stages.fold("-")(found => s"${found.stages.size}, ${found.tasks}")
    def time(stages: Option[StageGroup]) = stages.fold("-")(found => Wording.seconds(found.elapsedMs))
    Seq(
      PlainText(group.name, longestName) + (if (group.isUncertain) uncertainMark else ""),
      size(group.first),
      size(group.second),
      time(group.first),
      time(group.second),
      signed(group.differenceMs),
      differingBytes(group)
    )
  }

  /** Kinds of bytes that the runs moved in different amounts. */
  private def differingBytes(group: GroupPair): String = {
    val kinds = for {
      first <- group.first.toSeq
      second <- group.second.toSeq
      ((kind, a), (_, b)) <- first.bytes.zip(second.bytes)
      if math.abs(b - a) > RunComparison.noise * math.max(a, b) && math.max(a, b) >= leastBytes
    } yield f"$kind ${a / 1e6}%.0f -> ${b / 1e6}%.0f MB"
    if (kinds.isEmpty) "-" else kinds.mkString(", ")
  }

  /** Where the tasks' time went in each run. */
  private def parts(comparison: RunComparison): String = {
    def sumMs(run: Explanation, part: TimePart): Long = run.facts.stages.map(_.parts.ms(part)).sum
    val rows = for {
      part <- TimePart.all
      (a, b) = (sumMs(comparison.first, part), sumMs(comparison.second, part))
      if a + b > 0
    } yield Seq(part.name, Wording.seconds(a), Wording.seconds(b), signed(b - a))
    TextTable(Grid(Seq("task seconds", "A", "B", "difference"), rows))
  }

  private def signed(ms: Long): String = f"${ms / 1000.0}%+.1f"
}
