package okibi.explain.finding

import okibi.explain.facts.{AppFacts, StageFacts}
import okibi.explain.predict.Shrunk

object Skew
    extends Rule(
      "skew",
      "One task takes much longer than the others",
      "the longest task of a stage takes at least `ratio` times the median and `seconds`, and binds the stage: the cores have less than that to do. Predicted is the same work in equal tasks.",
      Seq(
        Threshold(
          "ratio",
          5,
          "x",
          "Spark's own skew join begins there: spark.sql.adaptive.skewJoin.skewedPartitionFactor"
        ),
        Threshold("seconds", 2, "s", "shorter tasks differ by what the machine does besides")
      ),
      "Spark's adaptive execution; Sparklens, critical path"
    ) {

  override def find(app: AppFacts): Seq[Finding] = app.stages.flatMap(one(_, app))

  private def one(stage: StageFacts, app: AppFacts): Option[Finding] = {
    val (longest, median) = (stage.longestMs, stage.medianMs)
    val equal = stage.workMs.toDouble / app.slots(stage)
    if (longest < thresholds(1).value * 1000 || longest < thresholds.head.value * median || longest <= equal) None
    else {
      val reads = stage.totals.shuffleRead > stage.totals.input.bytes
      Some(
        Finding(
          this,
          Some(stage.id),
          f"One task takes ${longest / 1000.0}%.1f s, the median ${median / 1000.0}%.1f s: the stage waits for it.",
          Seq(f"${stage.spans.size} tasks, ${equal / 1000}%.1f s if all cores had equal shares"),
          if (reads)
            "spark.sql.adaptive.skewJoin.enabled=true for a join; for aggregations by key, add a random part to the key, aggregate twice"
          else "repartition the input before this stage: rdd.repartition(n), or smaller files",
          Shrunk.even(stage, app, median.toDouble),
          if (stage.failed == 0) Confidence.High else Confidence.Medium
        )
      )
    }
  }
}
