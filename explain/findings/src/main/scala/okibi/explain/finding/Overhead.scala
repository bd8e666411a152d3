package okibi.explain.finding

import okibi.explain.facts.{AppFacts, Part, StageFacts}
import okibi.explain.predict.Shrunk

/** A stage whose tasks are so short that starting and ending them is much of their time.
  *
  * @param tasks  that it has
  * @param wanted that would do, each so long that its start does not matter
  * @param share  of the tasks' time that starting and ending them is
  */
private[finding] final case class Overhead(
    tasks: Int,
    medianMs: Long,
    share: Double,
    wanted: Int,
    evidence: Seq[String],
    outcome: Shrunk.Outcome
)

private[finding] object Overhead {
  private val parts = Seq(Part.SchedulerDelay, Part.Deserialize, Part.Result)

  val thresholds: Seq[Threshold] = Seq(
    Threshold("seconds", 0.1, "s", "Spark's tuning guide: tasks as short as 200 ms are fine; half of that is not"),
    Threshold("waves", 10, "tasks a core", "fewer cost too little to matter"),
    Threshold("share", 0.3, "of the tasks' time", "starting a task takes some 5 to 30 ms whatever it does")
  )

  /** How rules say it. */
  val about: String =
    "its median task takes at most `seconds`, there are at least `waves` tasks for each core, and starting and ending them is at least `share` of their time. " +
      "Predicted is a stage with as much work in tasks of `seconds`."

  /** @param costMs what a task costs whatever it does, in milliseconds, where more than starting and ending it belongs to that */
  def of(stage: StageFacts, app: AppFacts, costMs: Option[Int] = None): Option[Overhead] = {
    val Seq(seconds, waves, share) = thresholds.map(_.value)
    val attempts = stage.spans.size
    val slots = app.slots(stage)
    val started = parts.map(stage.parts.share).sum
    val overhead =
      math.max(started, costMs.fold(0.0)(ms => math.min(1.0, ms.toDouble * attempts / math.max(1L, stage.parts.total))))
    if (attempts < waves * slots || stage.medianMs > seconds * 1000 || overhead < share) None
    else {
      val wanted = math.max(slots, math.ceil(stage.parts.total * (1 - overhead) / (seconds * 1000)).toInt)
      val left = overhead * math.min(1.0, wanted.toDouble / attempts)
      Some(
        Overhead(
          attempts,
          stage.medianMs,
          overhead,
          wanted,
          Seq(
            s"${Part.SchedulerDelay.name} ${each(stage, Part.SchedulerDelay)}, ${Part.Deserialize.name} ${each(stage, Part.Deserialize)} a task"
          ),
          Shrunk.each(stage, app, 1 - overhead + left)
        )
      )
    }
  }

  private def each(stage: StageFacts, part: Part): String =
    f"${stage.parts(part).toDouble / math.max(1, stage.tasks)}%.0f ms"
}
