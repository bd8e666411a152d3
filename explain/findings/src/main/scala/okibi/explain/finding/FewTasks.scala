package okibi.explain.finding

import okibi.explain.facts.{AppFacts, StageFacts}
import okibi.explain.predict.Shrunk

object FewTasks extends Rule("few-tasks", "Too few partitions: cores stand idle",
  "a stage has fewer tasks than the application has cores, and its tasks take at least `seconds`. Predicted is the same work in as many tasks as there are cores.",
  Seq(Threshold("seconds", 1, "s", "shorter tasks gain nothing from being split")),
  "Spark's tuning guide, level of parallelism") {

  override def find(app: AppFacts): Seq[Finding] = app.stages.flatMap(one(_, app))

  private def one(stage: StageFacts, app: AppFacts): Option[Finding] = {
    val attempts = stage.spans.size
    if (attempts == 0 || attempts >= app.cores || stage.medianMs < thresholds.head.value * 1000) None
    else Some(Finding(this, Some(stage.id),
      s"$attempts tasks for ${app.cores} cores: ${app.cores - attempts} cores had nothing to do.",
      Seq(f"the median task takes ${stage.medianMs / 1000.0}%.1f s"),
      s"repartition(${2 * app.cores}) before it, or spark.sql.shuffle.partitions=${2 * app.cores}, or spark.sql.files.maxPartitionBytes smaller",
      Shrunk.even(stage, app, 0), Confidence.High))
  }
}
