package okibi.explain.finding

import okibi.explain.facts.{AppFacts, StageFacts}

object SmallTasks
    extends Rule(
      "small-tasks",
      "Too many partitions: tasks are so short that starting them is most of their time",
      "a stage reads no files, or much for each task, " + Overhead.about,
      Overhead.thresholds,
      "Spark's tuning guide, level of parallelism"
    ) {

  override def find(app: AppFacts): Seq[Finding] = {
    val files = SmallFiles.find(app).flatMap(_.stage).toSet
    app.stages.filterNot(stage => files(stage.id)).flatMap(one(_, app))
  }

  private def one(stage: StageFacts, app: AppFacts): Option[Finding] =
    Overhead.of(stage, app).map { its =>
      Finding(
        this,
        Some(stage.id),
        f"${its.tasks} tasks of ${its.medianMs} ms in the median: ${its.share * 100}%.0f %% of their time is starting and ending them.",
        its.evidence,
        Partitions.fewer(stage, app, its.wanted),
        its.outcome,
        Confidence.High
      )
    }
}
