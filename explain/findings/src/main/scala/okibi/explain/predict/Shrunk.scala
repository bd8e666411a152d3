package okibi.explain.predict

import okibi.explain.facts.{AppFacts, StageFacts}

/** How long a stage takes when its tasks change: what binds it is its tasks' time spread over the cores that it had, or its longest task, whichever takes longer. What the stage took beyond
  * that, waves that do not fill the cores and the like, stays in proportion.
  */
object Shrunk {

  /** Milliseconds of a stage as it was and as it would be. */
  final case class Outcome(before: Long, after: Long) {
    def gain: Long = math.max(0, before - after)
  }

  /** An application whose stages become shorter by so much altogether; those that ran at the same time gain no more than there was. */
  def whole(app: AppFacts, gains: Long): Outcome = Outcome(app.elapsedMs, app.elapsedMs - math.min(gains, app.runningMs))

  /** A stage whose tasks need this share of their time each. */
  def each(stage: StageFacts, app: AppFacts, share: Double): Outcome = outcome(stage, app, stage.workMs * share, stage.longestMs * share)

  /** A stage with the same work in tasks that are all as long as each other, or as short as `leastMs`. */
  def even(stage: StageFacts, app: AppFacts, leastMs: Double): Outcome =
    outcome(stage, app, stage.workMs.toDouble, math.max(leastMs, stage.workMs.toDouble / math.max(stage.tasks, app.slots(stage))))

  private def outcome(stage: StageFacts, app: AppFacts, workMs: Double, longestMs: Double): Outcome = {
    val before = bound(stage.workMs.toDouble, stage.longestMs.toDouble, stage, app)
    val after = bound(workMs, longestMs, stage, app)
    Outcome(stage.elapsedMs, if (before <= 0) stage.elapsedMs else math.round(stage.elapsedMs * math.min(1.0, after / before)))
  }

  private def bound(workMs: Double, longestMs: Double, stage: StageFacts, app: AppFacts): Double = math.max(workMs / app.slots(stage), longestMs)
}
