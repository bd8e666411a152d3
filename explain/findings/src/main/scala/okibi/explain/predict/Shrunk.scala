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
  def whole(app: AppFacts, gains: Long): Outcome =
    Outcome(app.elapsedMs, app.elapsedMs - math.min(gains, app.runningMs))

  /** A stage whose tasks need this share of their time each. */
  def each(stage: StageFacts, app: AppFacts, share: Double): Outcome =
    outcome(stage, app.slots(stage), stage.workMs * share, stage.longestMs * share)

  /** A stage with the same work in tasks that are all as long as each other, or as short as `leastMs`. */
  def even(stage: StageFacts, app: AppFacts, leastMs: Double): Outcome = even(stage, app.slots(stage), leastMs)

  /** The same where only so many of its tasks can run at a time. */
  def even(stage: StageFacts, slots: Int, leastMs: Double): Outcome =
    outcome(
      stage,
      slots,
      stage.workMs.toDouble,
      math.max(leastMs, stage.workMs.toDouble / math.max(stage.tasks, slots))
    )

  private def outcome(stage: StageFacts, slots: Int, workMs: Double, longestMs: Double): Outcome = {
    val before = bound(stage.workMs.toDouble, stage.longestMs.toDouble, slots)
    val after = bound(workMs, longestMs, slots)
    Outcome(
      stage.elapsedMs,
      if (before <= 0) stage.elapsedMs else math.round(stage.elapsedMs * math.min(1.0, after / before))
    )
  }

  private def bound(workMs: Double, longestMs: Double, slots: Int): Double = math.max(workMs / slots, longestMs)
}
