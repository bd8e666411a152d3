package okibi.explain.finding

import okibi.explain.facts.{AppFacts, Part, StageFacts}
import okibi.explain.predict.Shrunk

object Spills
    extends Rule(
      "spill",
      "Tasks sort or aggregate more than fits their memory",
      "a stage spilled to disk, and waiting for that is at least `share` of its tasks' time. Predicted is the stage without that waiting.",
      Seq(
        Threshold("share", 0.05, "of the tasks' time", "less is lost in what runs differ by"),
        Threshold(
          "partitions",
          2,
          "times as many",
          "asked for where the log does not say how much memory a task had, as logs of Spark before 3.0"
        )
      ),
      "Spark's metric Disk Bytes Spilled; Spark's tuning guide"
    ) {

  override def usesProcessorTime: Boolean = true

  override def find(app: AppFacts): Seq[Finding] = app.stages.flatMap(one(_, app))

  private def one(stage: StageFacts, app: AppFacts): Option[Finding] = {
    val share = stage.parts.share(Part.Spill)
    if (stage.totals.diskSpilled == 0 || share < thresholds.head.value) None
    else {
      val tasks = math.max(1, stage.tasks)
      // What was in memory when it was spilled fits when a task has that much less.
      val peak = stage.totals.peakExecutionBytes
      val times = if (peak == 0) thresholds(1).value else 1 + stage.totals.memorySpilled.toDouble / peak / tasks
      val wanted = math.ceil(tasks * times).toInt
      Some(
        Finding(
          this,
          Some(stage.id),
          f"Tasks spilled ${stage.totals.diskSpilled / 1e6}%.0f MB to disk; ${share * 100}%.0f %% of their time is waiting for that.",
          Seq(
            f"${stage.totals.memorySpilled / 1e6}%.0f MB of memory were given back by it" + (if (peak == 0) ""
                                                                                             else
                                                                                               f", ${peak / 1e6}%.0f MB are the most that a task had")
          ),
          s"${Partitions.more(stage, app, wanted)}; or more ${app.heapKey}",
          Shrunk.each(stage, app, 1 - share),
          Confidence.Medium
        )
      )
    }
  }
}
