package okibi.explain.finding

import okibi.explain.facts.AppFacts
import okibi.explain.predict.PredictedTime
import okibi.explain.wording.Wording

object DriverBoundRule extends FindingRule {
  private val leastShare = Threshold(
    "share",
    0.3,
    "of the application's time",
    "planning always takes some of it; the start of Spark does not count"
  )
  private val planningSeconds = Threshold(
    "planning",
    1,
    "s",
    "a driver that has just started takes as long to plan a query, and to plan it again between its stages"
  )

  override val code = "driver-bound"
  override val title = "No stage runs: executors wait for the driver"
  override val about: String =
    "no stage runs for at least `share` of the application's time, between its first job and its end. A pause before " +
      "a stage of a query counts when it is at least `planning` long. The prediction is the application without " +
      "these pauses, which is the most that can be gained."
  override val thresholds: Seq[Threshold] = Seq(leastShare, planningSeconds)
  override val origin = "Sparklens, driver wall clock"

  override def find(app: AppFacts): Seq[Finding] = {
    val pauseMs = pausesMs(app).sum
    if (pauseMs < leastShare.value * app.elapsedMs) Nil
    else
      Seq(
        Finding(
          this,
          None,
          s"No stage ran for ${Wording.seconds(pauseMs)} s of ${Wording.seconds(app.elapsedMs)} s: the driver worked " +
            "alone or waited.",
          Seq(s"${Wording.count(app.jobs.size, "job")}, ${Wording.count(app.stages.size, "stage")}"),
          "look at the driver for collect() of much data, work on it in a loop, listing of many files, and waiting " +
            "between queries; spark.dynamicAllocation.enabled=true releases executors meanwhile",
          PredictedTime(app.elapsedMs, app.elapsedMs - pauseMs),
          Confidence.Low
        )
      )
  }

  /** Milliseconds of each pause since the first job in which no stage ran. */
  private def pausesMs(app: AppFacts): Seq[Long] = {
    var coveredMs = app.jobs.map(_.startedMs).reduceOption(_ min _).getOrElse(app.startedMs)
    val before = app.stages.sortBy(_.fromMs).map { stage =>
      val pauseMs = math.max(0L, stage.fromMs - coveredMs)
      // A stage without an end is still running.
      coveredMs = math.max(coveredMs, if (stage.isRunning) app.endMs else stage.untilMs)
      if (app.isQuery(stage) && pauseMs < planningSeconds.value * 1000) 0L else pauseMs
    }
    before :+ math.max(0L, app.endMs - coveredMs)
  }
}
