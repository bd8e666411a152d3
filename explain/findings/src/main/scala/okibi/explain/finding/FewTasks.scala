package okibi.explain.finding

import okibi.explain.facts.{AppFacts, StageFacts}
import okibi.explain.predict.Shrunk

object FewTasks
    extends Rule(
      "few-tasks",
      "Too few partitions: cores stand idle",
      "a stage has fewer tasks than could run at a time while it did, less those that other stages had at work then, and its tasks take at least `seconds`. Predicted is the same work in as many tasks as could run beside those.",
      Seq(Threshold("seconds", 1, "s", "shorter tasks gain nothing from being split")),
      "Spark's tuning guide, level of parallelism"
    ) {

  override def find(app: AppFacts): Seq[Finding] = app.stages.flatMap(one(_, app))

  private def one(stage: StageFacts, app: AppFacts): Option[Finding] = {
    val (attempts, slots) = (stage.spans.size, app.slots(stage))
    if (attempts == 0 || attempts >= slots || stage.medianMs < thresholds.head.value * 1000) None
    else {
      val free = slots - attempts - math.round(beside(stage, app)).toInt
      if (free <= 0) None
      else
        Some(
          Finding(
            this,
            Some(stage.id),
            s"$attempts tasks for $slots cores: $free cores had nothing to do.",
            Seq(f"the median task takes ${stage.medianMs / 1000.0}%.1f s"),
            Partitions.more(stage, app, 2 * (attempts + free)),
            Shrunk.even(stage, attempts + free, 0),
            Confidence.High
          )
        )
    }
  }

  /** Tasks of other stages that ran at a time, on average, while this one did. */
  private def beside(stage: StageFacts, app: AppFacts): Double = {
    val (from, until) = (stage.from, stage.until)
    val others = app.stages.filter(its =>
      (its.id != stage.id || its.attempt != stage.attempt) && its.from < until && its.until > from
    )
    val ms = others
      .map(other =>
        (0 until other.spans.size).iterator
          .map(i => math.max(0L, math.min(until, other.spans.end(i)) - math.max(from, other.spans.start(i))))
          .sum
      )
      .sum
    if (until > from) ms.toDouble / (until - from) else 0
  }
}
