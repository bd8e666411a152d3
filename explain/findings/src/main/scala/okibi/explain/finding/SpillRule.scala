package okibi.explain.finding

import okibi.explain.facts.{AppFacts, StageFacts, TimePart}
import okibi.explain.predict.TimeForecast
import okibi.explain.wording.Wording

object SpillRule extends FindingRule {
  private val leastShare =
    Threshold("share", 0.05, "of the tasks' time", "a smaller loss is hidden by the variation between runs")
  private val defaultFactor = Threshold(
    "partitions",
    2,
    "times as many",
    "a cautious advice for logs of Spark before 3.0, which lack the peak memory of tasks"
  )

  override val code = "spill"
  override val title = "Tasks sort or aggregate more than fits in their memory"
  override val about: String =
    "a stage spilled to disk, and its tasks waited for spills for at least `share` of their time. The prediction is " +
      "the stage without that wait. Where the log lacks the peak memory of tasks, the fix asks for `partitions`."
  override val thresholds: Seq[Threshold] = Seq(leastShare, defaultFactor)
  override val origin = "Spark's metric Disk Bytes Spilled; Spark's tuning guide"

  override def usesProcessorTime: Boolean = true

  override def find(app: AppFacts): Seq[Finding] = app.stages.flatMap(found(_, app))

  private def found(stage: StageFacts, app: AppFacts): Option[Finding] = {
    val share = stage.parts.share(TimePart.SpillWait)
    val spilled = stage.totals.spilled
    if (spilled.disk == 0 || share < leastShare.value) None
    else {
      val tasks = math.max(1, stage.tasks)
      val peakBytes = stage.totals.peakExecutionBytes
      // Data that were spilled from memory fit when each task has that much less.
      val factor = if (peakBytes == 0) defaultFactor.value else 1 + spilled.memory.toDouble / peakBytes / tasks
      val peak =
        if (peakBytes == 0) "" else s", and a task had at most ${Wording.megabytes(peakBytes)}"
      Some(
        Finding(
          this,
          Some(stage.id),
          s"Stage ${stage.id} spilled ${Wording.megabytes(spilled.disk)} to disk, and its tasks waited for that for " +
            s"${Wording.percent(share)} of their time.",
          Seq(s"spilling released ${Wording.megabytes(spilled.memory)} of memory$peak"),
          s"${PartitionAdvice.more(stage, app, math.ceil(tasks * factor).toInt)}; or more ${app.settings.heapKey}",
          TimeForecast.scaledTasks(stage, app, 1 - share),
          Confidence.Medium
        )
      )
    }
  }
}
