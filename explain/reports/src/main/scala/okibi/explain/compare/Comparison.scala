package okibi.explain.compare

import okibi.explain.diagnosis.Explanation
import okibi.explain.facts.{Part, Parts, StageFacts}
import okibi.explain.finding.Finding

/** Two runs of an application, or of two that do the same: what changed from the first to the second, and where it shows.
  *
  * Stages are held against each other by what they were called, all of one name together: an iteration more or less leaves them in place.
  */
final case class Comparison(first: Explanation, second: Explanation) {

  /** The greatest difference first, whichever way it goes. */
  lazy val groups: Seq[GroupPair] = {
    val (a, b) = (grouped(first), grouped(second))
    (a.map(_.name) ++ b.map(_.name)).distinct
      .map(name => GroupPair(name, a.find(_.name == name), b.find(_.name == name)))
      .sortBy(-_.difference.abs)
  }

  lazy val settings: Seq[SettingPair] = SettingPair.differing(first.facts, second.facts)

  /** What was found in the first and not in the second, and the other way round: by rule and stage group. */
  lazy val gone: Seq[Finding] = without(first, second)
  lazy val added: Seq[Finding] = without(second, first)

  def differenceMs: Long = second.facts.elapsedMs - first.facts.elapsedMs

  /** Of the first run's time. */
  def ratio: Double = if (first.facts.elapsedMs == 0) 1 else second.facts.elapsedMs.toDouble / first.facts.elapsedMs

  /** Whether the runs differ by no more than two runs of the same do. */
  def isSame: Boolean = math.abs(ratio - 1) < Comparison.noise

  private def grouped(of: Explanation): Seq[StageGroup] = {
    val named = of.facts.stages.map(stage => nameOf(stage) -> stage)
    val byName = named.groupBy(_._1)
    named.map(_._1).distinct.map { name =>
      val stages = byName(name).map(_._2)
      StageGroup(name, stages, stages.exists(of.facts.doubts(_).nonEmpty))
    }
  }

  /** Call sites have line numbers, which another Spark has elsewhere. */
  private def nameOf(stage: StageFacts): String =
    if (first.facts.sparkVersion == second.facts.sparkVersion) stage.name else stage.name.replaceFirst(":\\d+$", "")

  private def without(some: Explanation, others: Explanation): Seq[Finding] = {
    def key(of: Explanation)(finding: Finding) =
      finding.rule.code -> finding.stage.flatMap(id => of.facts.stages.find(_.id == id)).map(nameOf)
    val known = others.findings.map(key(others)).toSet
    some.findings.filterNot(finding => known(key(some)(finding)))
  }
}

object Comparison {

  /** Share of the time that two runs of the same differ by, on a quiet machine. */
  val noise = 0.05
}

/** All stages of one name.
  *
  * @param isUncertain whether figures of any of them are
  */
final case class StageGroup(name: String, stages: Seq[StageFacts], isUncertain: Boolean) {
  val elapsedMs: Long = stages.map(_.elapsedMs).sum
  val tasks: Int = stages.map(_.tasks).sum
  val parts: Parts = stages.foldLeft(Parts.none)(_ + _.parts)
  def bytes: Seq[(String, Long)] = Seq(
    "input" -> stages.map(_.totals.input.bytes).sum,
    "shuffle read" -> stages.map(_.totals.shuffleRead).sum,
    "shuffle write" -> stages.map(_.totals.shuffleWritten.bytes).sum,
    "spilled to disk" -> stages.map(_.totals.diskSpilled).sum
  )
}

/** A group of stages in both runs; none in the one that has none of it. */
final case class GroupPair(name: String, first: Option[StageGroup], second: Option[StageGroup]) {
  def isUncertain: Boolean = (first ++ second).exists(_.isUncertain)

  def difference: Long = second.fold(0L)(_.elapsedMs) - first.fold(0L)(_.elapsedMs)

  /** Task milliseconds of each part in both, the greatest difference first. */
  def parts: Seq[(Part, Long, Long)] =
    Part.all.map(part => (part, first.fold(0L)(_.parts(part)), second.fold(0L)(_.parts(part)))).sortBy {
      case (_, a, b) => -math.abs(b - a)
    }
}
