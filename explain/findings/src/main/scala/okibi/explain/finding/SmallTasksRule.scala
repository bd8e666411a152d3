package okibi.explain.finding

import okibi.explain.facts.{AppFacts, StageFacts}
import okibi.explain.wording.Wording

object SmallTasksRule extends FindingRule {
  override val code = "small-tasks"
  override val title = "Too many partitions: tasks are so short that starting them takes most of their time"
  override val about: String =
    "a stage reads no files but a shuffle or cached data, or much in each task, " + TaskOverhead.about
  override val thresholds: Seq[Threshold] = TaskOverhead.thresholds
  override val origin = "Spark's tuning guide, level of parallelism"

  override def find(app: AppFacts): Seq[Finding] = {
    val readFiles = SmallFilesRule.find(app).flatMap(_.stage).toSet
    app.stages.filterNot(stage => readFiles(stage.id)).flatMap(found(_, app))
  }

  private def found(stage: StageFacts, app: AppFacts): Option[Finding] =
    TaskOverhead.of(stage, app).map { overhead =>
      Finding(
        this,
        Some(stage.id),
        s"Stage ${stage.id} has ${Wording.count(overhead.tasks, "task")} with a median of ${overhead.medianMs} ms; " +
          s"scheduling and deserialization take ${Wording.percent(overhead.share)} of their time.",
        overhead.evidence,
        PartitionAdvice.fewer(stage, app, overhead.wantedTasks),
        overhead.prediction,
        Confidence.High
      )
    }
}
