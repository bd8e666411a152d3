package okibi.explain.finding

import okibi.explain.facts.{AppFacts, StageFacts, TimePart}
import okibi.explain.predict.{TimeForecast, PredictedTime}

/** A stage whose tasks are so short that starting and ending them takes much of their time.
  *
  * @param share       of the tasks' time that starting and ending them takes
  * @param wantedTasks that would do the same work, each so long that its start does not matter
  */
private[finding] final case class TaskOverhead(
    tasks: Int,
    medianMs: Long,
    share: Double,
    wantedTasks: Int,
    evidence: Seq[String],
    prediction: PredictedTime
)

private[finding] object TaskOverhead {
  private val parts = Seq(TimePart.SchedulerDelay, TimePart.Deserialize, TimePart.Result)

  private val mostSeconds = Threshold(
    "seconds",
    0.1,
    "s",
    "Spark's tuning guide calls tasks as short as 200 ms fine; half of that is not"
  )
  private val leastWaves = Threshold("waves", 10, "tasks a core", "fewer tasks cost too little to matter")
  private val leastShare =
    Threshold("share", 0.3, "of the tasks' time", "starting a task takes about 5 to 30 ms, whatever the task does")

  val thresholds: Seq[Threshold] = Seq(mostSeconds, leastWaves, leastShare)

  /** The conditions and the prediction, as rules describe them. */
  val about: String =
    "its median task takes at most `seconds`, it has at least `waves` tasks for each core, and starting and ending " +
      "the tasks takes at least `share` of their time. The prediction is the same work in tasks of `seconds`."

  /** @param fixedCostMs what a task costs whatever it does, where that is more than starting and ending it */
  def of(stage: StageFacts, app: AppFacts, fixedCostMs: Option[Int] = None): Option[TaskOverhead] = {
    val mostMs = mostSeconds.value * 1000
    val attempts = stage.spans.size
    val slots = app.slots(stage)
    val startingShare = parts.map(stage.parts.share).sum
    val fixedShare =
      fixedCostMs.fold(0.0)(ms => math.min(1.0, ms.toDouble * attempts / math.max(1L, stage.parts.totalMs)))
    val share = math.max(startingShare, fixedShare)
    if (attempts < leastWaves.value * slots || stage.medianMs > mostMs || share < leastShare.value) None
    else {
      val wantedTasks = math.max(slots, math.ceil(stage.parts.totalMs * (1 - share) / mostMs).toInt)
      val remainingShare = share * math.min(1.0, wantedTasks.toDouble / attempts)
      Some(
        TaskOverhead(
          attempts,
          stage.medianMs,
          share,
          wantedTasks,
          Seq(
            s"${TimePart.SchedulerDelay.name} ${meanMs(stage, TimePart.SchedulerDelay)}, " +
              s"${TimePart.Deserialize.name} ${meanMs(stage, TimePart.Deserialize)} a task"
          ),
          TimeForecast.scaledTasks(stage, app, 1 - share + remainingShare)
        )
      )
    }
  }

  private def meanMs(stage: StageFacts, part: TimePart): String =
    f"${stage.parts.ms(part).toDouble / math.max(1, stage.tasks)}%.0f ms"
}
