package okibi.explain.predict

import okibi.explain.facts.{AppFacts, StageFacts}

/** Predicts how long stages take when their tasks change. The bound of a stage is its tasks' time spread over its
  * slots, or its longest task, whichever is longer. Time beyond the bound, as of waves that do not fill the slots,
  * stays in proportion.
  */
object TimeForecast {

  /** An application whose stages together become shorter by `gainMs`. Stages that ran at the same time cannot gain more
    * than the time that they took.
    */
  def application(app: AppFacts, gainMs: Long): PredictedTime =
    PredictedTime(app.elapsedMs, app.elapsedMs - math.min(gainMs, app.runningMs))

  /** A stage each of whose tasks takes this share of its time. */
  def scaledTasks(stage: StageFacts, app: AppFacts, share: Double): PredictedTime =
    predicted(stage, app.slots(stage), stage.workMs * share, stage.longestMs * share)

  /** A stage with the same work in tasks of equal length, but none shorter than `leastMs`. */
  def equalTasks(stage: StageFacts, app: AppFacts, leastMs: Double): PredictedTime =
    equalTasks(stage, app.slots(stage), leastMs)

  /** The same for a number of slots. */
  def equalTasks(stage: StageFacts, slots: Int, leastMs: Double): PredictedTime = {
    val equalMs = stage.workMs.toDouble / math.max(stage.tasks, slots)
    predicted(stage, slots, stage.workMs.toDouble, math.max(leastMs, equalMs))
  }

  private def predicted(stage: StageFacts, slots: Int, workMs: Double, longestMs: Double): PredictedTime = {
    val beforeMs = bound(stage.workMs.toDouble, stage.longestMs.toDouble, slots)
    val afterMs = bound(workMs, longestMs, slots)
    PredictedTime(
      stage.elapsedMs,
      if (beforeMs <= 0) stage.elapsedMs else math.round(stage.elapsedMs * math.min(1.0, afterMs / beforeMs))
    )
  }

  private def bound(workMs: Double, longestMs: Double, slots: Int): Double = math.max(workMs / slots, longestMs)
}

/** Milliseconds of a stage or an application as it was, and as it would be. */
final case class PredictedTime(beforeMs: Long, afterMs: Long) {
  def gainMs: Long = math.max(0, beforeMs - afterMs)
}
