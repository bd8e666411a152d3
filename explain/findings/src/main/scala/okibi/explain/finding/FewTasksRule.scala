package okibi.explain.finding

import okibi.explain.facts.{AppFacts, StageFacts}
import okibi.explain.predict.TimeForecast
import okibi.explain.wording.Wording

object FewTasksRule extends FindingRule {
  private val leastSeconds = Threshold("seconds", 1, "s", "shorter tasks gain nothing from being split")

  override val code = "few-tasks"
  override val title = "Too few partitions: cores are idle"
  override val about: String =
    "a stage has fewer tasks than could run at the same time, without the cores that other stages used meanwhile, " +
      "and its median task takes at least `seconds`. The prediction is the same work in as many tasks as could run."
  override val thresholds: Seq[Threshold] = Seq(leastSeconds)
  override val origin = "Spark's tuning guide, level of parallelism"

  override def find(app: AppFacts): Seq[Finding] = app.stages.flatMap(found(_, app))

  private def found(stage: StageFacts, app: AppFacts): Option[Finding] = {
    val (attempts, slots) = (stage.spans.size, app.slots(stage))
    if (attempts == 0 || attempts >= slots || stage.medianMs < leastSeconds.value * 1000) None
    else {
      val free = slots - attempts - math.round(meanOtherTasks(stage, app)).toInt
      if (free <= 0) None
      else
        Some(
          Finding(
            this,
            Some(stage.id),
            s"Stage ${stage.id} has ${Wording.count(attempts, "task")} for ${Wording.count(slots, "core")}: " +
              s"${Wording.count(free, "core has", "cores have")} nothing to do.",
            Seq(s"the median task takes ${Wording.seconds(stage.medianMs)} s"),
            PartitionAdvice.more(stage, app, 2 * (attempts + free)),
            TimeForecast.equalTasks(stage, attempts + free, 0),
            Confidence.High
          )
        )
    }
  }

  /** How many tasks of other stages ran on average while this stage did. */
  private def meanOtherTasks(stage: StageFacts, app: AppFacts): Double = {
    val (fromMs, untilMs) = (stage.fromMs, stage.untilMs)
    val others = app.stages.filter { other =>
      (other.id != stage.id || other.attempt != stage.attempt) && other.fromMs < untilMs && other.untilMs > fromMs
    }
    if (untilMs > fromMs) others.map(_.spans.withinMs(fromMs, untilMs)).sum.toDouble / (untilMs - fromMs) else 0
  }
}
