package okibi.explain.finding

import okibi.explain.facts.{AppFacts, Doubt}
import okibi.explain.predict.Shrunk

/** What looks for one thing that limits applications.
  *
  * @param code       stable name
  * @param title      what it finds
  * @param about      when it says so, and what it then predicts
  * @param thresholds that it uses
  * @param origin     where the claim comes from
  */
abstract class Rule(
    val code: String,
    val title: String,
    val about: String,
    val thresholds: Seq[Threshold],
    val origin: String
) {
  def find(app: AppFacts): Seq[Finding]

  /** Whether what it predicts is about the stage that it names, and not about the application. */
  def isOfStages: Boolean = true

  /** Whether it tells computing from waiting. */
  def usesProcessorTime: Boolean = false
}

/** A rule for what is worth knowing, though no time is predicted to be gained by it. */
abstract class Note(code: String, title: String, about: String, thresholds: Seq[Threshold], origin: String)
    extends Rule(code, title, about, thresholds, origin) {
  protected final def note(
      app: AppFacts,
      stage: Option[Int],
      says: String,
      evidence: Seq[String],
      fix: String
  ): Finding =
    Finding(this, stage, says, evidence, fix, Shrunk.Outcome(app.elapsedMs, app.elapsedMs), Confidence.High)
}

/** A figure that a rule compares with.
  *
  * @param why it is this one
  */
final case class Threshold(name: String, value: Double, unit: String, why: String)

object Rule {

  private val limits: Seq[Rule] = Seq(
    CacheThrash,
    StorageLevel,
    Recomputed,
    LocalDisk,
    Skew,
    Spills,
    GarbageCollection,
    SmallTasks,
    SmallFiles,
    FewTasks,
    DriverBound,
    LostWork
  )
  private val asides: Seq[Note] =
    Seq(CachedOnce, Unpersist, JavaSerializer, JavaCache, LargePartitions, CpuBound, DisksIdle, IdleCores)

  /** In the order of their documentation. */
  val all: Seq[Rule] = limits ++ asides

  /** What is worth knowing besides. */
  def notes(app: AppFacts): Seq[Finding] = asides.flatMap(_.find(app)).map(marked(_, app))

  /** What limits the application, the largest gain first. */
  def findings(app: AppFacts): Seq[Finding] =
    limits
      .flatMap(rule => together(rule, rule.find(app), app))
      .filter(finding => finding.outcome.gain > 0 && finding.outcome.gain >= leastGain.value * app.elapsedMs)
      .sortBy(-_.outcome.gain)
      .map(marked(_, app))

  /** Whether it rests on figures that are uncertain: those of its stages, or of all of them where it is about the application. */
  private def marked(finding: Finding, app: AppFacts): Finding = {
    val stages = app.stages.filter(stage => finding.stages(stage.id))
    val all = if (stages.isEmpty) app.doubts else stages.flatMap(app.doubts(_)).toSet
    val ofBlocks = if (finding.rdd.isEmpty) Set.empty[Doubt] else app.odd.keySet
    finding.doubted((all ++ ofBlocks).filter(_ != Doubt.Unmeasured || finding.rule.usesProcessorTime))
  }

  /** What is found of stages of one name as one: iterations and batches are many, and each of them is hardly anything. */
  private def together(rule: Rule, found: Seq[Finding], app: AppFacts): Seq[Finding] =
    if (!rule.isOfStages || found.size < 2) found
    else {
      val names = app.stages.map(its => its.id -> its.name).toMap
      found.groupBy(its => its.stage.flatMap(names.get).filter(_.nonEmpty)).toSeq.flatMap {
        case (Some(name), all) if all.size > 1 =>
          val most = all.maxBy(_.outcome.gain)
          Seq(
            most.copy(
              says = s"${most.says} The same in ${all.size - 1} more of its name ($name).",
              outcome = outcome(all, app),
              during = all.flatMap(_.stage)
            )
          )
        case (_, all) => all
      }
    }

  /** What stages gained that ran at the same time is not gained one after the other: no more than the time during which any of them ran. */
  private def outcome(all: Seq[Finding], app: AppFacts): Shrunk.Outcome = {
    val stages = app.stages.filter(its => all.exists(_.stage.contains(its.id)))
    val before = all.map(_.outcome.before).sum - (stages.map(_.elapsedMs).sum - app.coveredMs(stages))
    Shrunk.Outcome(before, math.max(0, before - all.map(_.outcome.gain).sum))
  }

  /** Of all rules. */
  val leastGain: Threshold = Threshold(
    "least gain",
    0.03,
    "of the application's time",
    "what is less nobody would notice from one run to the next"
  )
}
