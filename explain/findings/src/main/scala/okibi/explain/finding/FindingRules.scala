package okibi.explain.finding

import okibi.explain.facts.{AppFacts, Doubt}
import okibi.explain.predict.PredictedTime
import okibi.explain.wording.Wording

/** All rules, and what they find in an application. */
object FindingRules {

  private val limits: Seq[FindingRule] = Seq(
    CacheThrashRule,
    StorageLevelRule,
    RecomputedRule,
    LocalDiskRule,
    SkewRule,
    SpillRule,
    GarbageCollectionRule,
    SmallTasksRule,
    SmallFilesRule,
    FewTasksRule,
    DriverBoundRule,
    LostWorkRule
  )
  private val noteRules: Seq[NoteRule] = Seq(
    CachedOnceRule,
    UnpersistRule,
    JavaSerializerRule,
    JavaCacheRule,
    LargePartitionRule,
    MemorySplitRule,
    CpuBoundRule,
    DisksIdleRule,
    IdleCoresRule
  )

  /** In the order of their documentation. */
  val all: Seq[FindingRule] = limits ++ noteRules

  /** Applies to all rules. */
  val leastGain: Threshold = Threshold(
    "least gain",
    0.03,
    "of the application's time",
    "a smaller gain is hidden by the variation between runs"
  )

  /** What limits the application, the largest gain first. */
  def findings(app: AppFacts): Seq[Finding] =
    limits
      .flatMap(rule => joinedByName(rule, rule.find(app), app))
      .filter { finding =>
        finding.prediction.gainMs > 0 && finding.prediction.gainMs >= leastGain.value * app.elapsedMs
      }
      .sortBy(-_.prediction.gainMs)
      .map(doubted(_, app))

  /** What else is worth knowing. */
  def notes(app: AppFacts): Seq[Finding] = noteRules.flatMap(_.find(app)).map(doubted(_, app))

  /** Marks a finding with the doubts of its stages, or of all stages where it is about the application. */
  private def doubted(finding: Finding, app: AppFacts): Finding = {
    val stages = app.stages.filter(stage => finding.stages(stage.id))
    val ofStages = if (stages.isEmpty) app.doubts else stages.flatMap(app.doubts(_)).toSet
    val ofBlocks = if (finding.rdd.isEmpty) Set.empty[Doubt] else app.reliability.oddEvents.keySet
    finding.doubted((ofStages ++ ofBlocks).filter(_ != Doubt.Unmeasured || finding.rule.usesProcessorTime))
  }

  /** Joins what a rule finds in stages of the same name. Iterations and batches are many, and each gains next to
    * nothing.
    */
  private def joinedByName(rule: FindingRule, found: Seq[Finding], app: AppFacts): Seq[Finding] =
    if (!rule.predictsStages || found.size < 2) found
    else {
      val names = app.stages.map(stage => stage.id -> stage.name).toMap
      found.groupBy(finding => finding.stage.flatMap(names.get).filter(_.nonEmpty)).toSeq.flatMap {
        case (Some(name), all) if all.size > 1 =>
          val largest = all.maxBy(_.prediction.gainMs)
          val others = all.size - 1
          Seq(
            largest.copy(
              summary =
                s"${largest.summary} ${Wording.count(others, "more stage")} named $name ${if (others == 1) "shows"
                  else "show"} the same.",
              prediction = sum(all, app),
              otherStages = all.flatMap(_.stage)
            )
          )
        case (_, all) => all
      }
    }

  /** Stages that ran at the same time do not gain one after the other: their sum is limited to the time during which
    * any of them ran.
    */
  private def sum(all: Seq[Finding], app: AppFacts): PredictedTime = {
    val stages = app.stages.filter(stage => all.exists(_.stage.contains(stage.id)))
    val overlapMs = stages.map(_.elapsedMs).sum - app.coveredMs(stages)
    val beforeMs = all.map(_.prediction.beforeMs).sum - overlapMs
    PredictedTime(beforeMs, math.max(0, beforeMs - all.map(_.prediction.gainMs).sum))
  }
}
