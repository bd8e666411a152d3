package okibi.explain.compare

import okibi.explain.diagnosis.Explanation
import okibi.explain.facts.{StageFacts, TimePart, TimeParts}
import okibi.explain.finding.Finding

/** Two runs of an application, or of two applications that do the same: what changed from the first run to the second,
  * and where the change shows.
  *
  * Stages are compared by name, all stages of a name together, so that an iteration more or less leaves them in place.
  */
final case class RunComparison(first: Explanation, second: Explanation) {

  /** Groups of stages, the greatest difference first, in either direction. */
  lazy val groups: Seq[GroupPair] = {
    val (a, b) = (groupsOf(first), groupsOf(second))
    (a.map(_.name) ++ b.map(_.name)).distinct
      .map(name => GroupPair(name, a.find(_.name == name), b.find(_.name == name)))
      .sortBy(-_.differenceMs.abs)
  }

  lazy val settings: Seq[SettingPair] = SettingPair.differing(first.facts.settings, second.facts.settings)

  /** Findings of the first run that the second run has not, by rule and stage name. */
  lazy val gone: Seq[Finding] = without(first, second)

  /** Findings of the second run that the first run has not. */
  lazy val added: Seq[Finding] = without(second, first)

  def differenceMs: Long = second.facts.elapsedMs - first.facts.elapsedMs

  /** The second run's time as a share of the first run's time. */
  def ratio: Double = if (first.facts.elapsedMs == 0) 1 else second.facts.elapsedMs.toDouble / first.facts.elapsedMs

  /** Whether the runs differ by no more than runs of the same application do. */
  def isSame: Boolean = math.abs(ratio - 1) < RunComparison.noise

  private def groupsOf(run: Explanation): Seq[StageGroup] = {
    val named = run.facts.stages.map(stage => nameOf(stage) -> stage)
    val byName = named.groupBy(_._1)
    named.map(_._1).distinct.map { name =>
      val stages = byName(name).map(_._2)
      StageGroup(name, stages, stages.exists(run.facts.doubts(_).nonEmpty))
    }
  }

  /** The name without its line number where the runs had different versions of Spark: lines move between versions. */
  private def nameOf(stage: StageFacts): String =
    if (first.facts.identity.sparkVersion == second.facts.identity.sparkVersion) stage.name
    else stage.name.replaceFirst(":\\d+$", "")

  private def without(run: Explanation, other: Explanation): Seq[Finding] = {
    def key(run: Explanation)(finding: Finding) =
      finding.rule.code -> finding.stage.flatMap(id => run.facts.stages.find(_.id == id)).map(nameOf)
    val known = other.findings.map(key(other)).toSet
    run.findings.filterNot(finding => known(key(run)(finding)))
  }
}

object RunComparison {

  /** The share of the time by which runs of the same application differ on a quiet machine. */
  val noise = 0.05
}

/** All stages of a name in one run.
  *
  * @param isUncertain whether figures of any stage are uncertain
  */
final case class StageGroup(name: String, stages: Seq[StageFacts], isUncertain: Boolean) {
  val elapsedMs: Long = stages.map(_.elapsedMs).sum
  val tasks: Int = stages.map(_.tasks).sum
  val parts: TimeParts = stages.foldLeft(TimeParts.none)(_ + _.parts)

  /** Bytes by kind; the names are also those of fields in JSON. */
  def bytes: Seq[(String, Long)] = Seq(
    "input" -> stages.map(_.totals.input.bytes).sum,
    "shuffle read" -> stages.map(_.totals.shuffleReadBytes).sum,
    "shuffle write" -> stages.map(_.totals.shuffleWritten.bytes).sum,
    "spilled to disk" -> stages.map(_.totals.spilled.disk).sum
  )
}

/** The stages of a name in both runs; none in a run that has no such stage. */
final case class GroupPair(name: String, first: Option[StageGroup], second: Option[StageGroup]) {
  def isUncertain: Boolean = (first ++ second).exists(_.isUncertain)

  def differenceMs: Long = second.fold(0L)(_.elapsedMs) - first.fold(0L)(_.elapsedMs)

  /** Task milliseconds of each part in both runs, the greatest difference first. */
  def parts: Seq[(TimePart, Long, Long)] =
    TimePart.all
      .map(part => (part, first.fold(0L)(_.parts.ms(part)), second.fold(0L)(_.parts.ms(part))))
      .sortBy { case (_, firstMs, secondMs) => -math.abs(secondMs - firstMs) }
}
