package okibi.explain.finding

import okibi.explain.facts.{AppFacts, StageFacts}
import okibi.explain.predict.TimeForecast
import okibi.explain.wording.Wording

object SkewRule extends FindingRule {
  private val leastRatio = Threshold(
    "ratio",
    5,
    "x",
    "Spark's own skew join begins there: spark.sql.adaptive.skewJoin.skewedPartitionFactor"
  )
  private val leastSeconds =
    Threshold("seconds", 2, "s", "shorter tasks differ because of other work on the machine")

  override val code = "skew"
  override val title = "One task takes much longer than the others"
  override val about: String =
    "the longest task of a stage takes at least `seconds` and at least `ratio` times the median, and longer than the " +
      "stage's work spread over its cores. The prediction is the same work in equal tasks."
  override val thresholds: Seq[Threshold] = Seq(leastRatio, leastSeconds)
  override val origin = "Spark's adaptive execution; Sparklens, critical path"

  override def find(app: AppFacts): Seq[Finding] = app.stages.flatMap(found(_, app))

  private def found(stage: StageFacts, app: AppFacts): Option[Finding] = {
    val (longestMs, medianMs) = (stage.longestMs, stage.medianMs)
    val equalShareMs = stage.workMs.toDouble / app.slots(stage)
    val isLong = longestMs >= leastSeconds.value * 1000 && longestMs >= leastRatio.value * medianMs
    if (!isLong || longestMs <= equalShareMs) None
    else {
      val readsShuffle = stage.totals.shuffleReadBytes > stage.totals.input.bytes
      Some(
        Finding(
          this,
          Some(stage.id),
          s"Stage ${stage.id} waits for one task of ${Wording.seconds(longestMs)} s; its median task takes " +
            s"${Wording.seconds(medianMs)} s.",
          Seq(
            s"${Wording.count(stage.spans.size, "task")}, ${Wording.seconds(equalShareMs)} s if all cores had equal " +
              "shares"
          ),
          if (readsShuffle)
            "spark.sql.adaptive.skewJoin.enabled=true for a join; for aggregations by key, add a random part to the " +
              "key and aggregate twice"
          else s"repartition the input of stage ${stage.id}: rdd.repartition(n), or smaller files",
          TimeForecast.equalTasks(stage, app, medianMs.toDouble),
          if (stage.attempts.failed == 0) Confidence.High else Confidence.Medium
        )
      )
    }
  }
}
