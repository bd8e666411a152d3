package okibi.explain.finding

import okibi.explain.facts.{AppFacts, Part, StageFacts}
import okibi.explain.predict.Shrunk

object SmallTasks extends Rule("small-tasks", "Too many partitions: tasks are so short that starting them is most of their time",
  "the median task takes at most `seconds`, there are at least `waves` tasks for each core, and starting and ending them is at least `share` of their time. Predicted is a stage " +
    "with as much work in tasks of `seconds`.",
  Seq(
    Threshold("seconds", 0.1, "s", "Spark's tuning guide: tasks as short as 200 ms are fine; half of that is not"),
    Threshold("waves", 10, "tasks a core", "fewer cost too little to matter"),
    Threshold("share", 0.3, "of the tasks' time", "starting a task takes some 5 to 30 ms whatever it does")),
  "Spark's tuning guide, level of parallelism") {

  private val overhead = Seq(Part.SchedulerDelay, Part.Deserialize, Part.Result)

  override def find(app: AppFacts): Seq[Finding] = app.stages.flatMap(one(_, app))

  private def one(stage: StageFacts, app: AppFacts): Option[Finding] = {
    val sorted = stage.spans.sortedLengths
    val share = overhead.map(stage.parts.share).sum
    val medianMs = if (sorted.isEmpty) 0 else sorted(sorted.length / 2)
    val leastMs = thresholds.head.value * 1000
    if (sorted.length < thresholds(1).value * math.max(1, app.cores) || medianMs > leastMs || share < thresholds(2).value) None
    else {
      val tasks = math.max(app.cores, math.ceil(stage.parts.total * (1 - share) / leastMs).toInt)
      val left = share * math.min(1.0, tasks.toDouble / sorted.length)
      val reads = stage.totals.shuffleRead > 0
      Some(Finding(this, Some(stage.id),
        f"${sorted.length} tasks of $medianMs ms in the median: ${share * 100}%.0f %% of their time is starting and ending them.",
        Seq(s"${Part.SchedulerDelay.name} ${ms(stage, Part.SchedulerDelay)}, ${Part.Deserialize.name} ${ms(stage, Part.Deserialize)} a task"),
        if (reads) s"spark.sql.shuffle.partitions=$tasks, or for RDDs as many partitions" else s"coalesce($tasks) after reading, or larger files: spark.sql.files.maxPartitionBytes",
        Shrunk.each(stage, app, 1 - share + left), Confidence.High))
    }
  }

  private def ms(stage: StageFacts, part: Part): String = f"${stage.parts(part).toDouble / math.max(1, stage.tasks)}%.0f ms"
}
