package okibi.explain.finding

import okibi.explain.facts.AppFacts
import okibi.explain.predict.Shrunk

object DriverBound
    extends Rule(
      "driver-bound",
      "No stage runs: executors wait for the driver",
      "between its first job and its end the application runs no stage for at least `share` of its time; before a stage of a query such a while counts when it is at least `planning` long. Predicted is the " +
        "application without that time, which is what can be gained at most.",
      Seq(
        Threshold(
          "share",
          0.3,
          "of the application's time",
          "planning takes some of it always; starting Spark is not counted"
        ),
        Threshold(
          "planning",
          1,
          "s",
          "what planning a query, and planning it again between its stages, takes a driver that is not warm"
        )
      ),
      "Sparklens, driver wall clock"
    ) {

  override def find(app: AppFacts): Seq[Finding] = {
    val idle = waits(app).sum
    if (idle < thresholds.head.value * app.elapsedMs) Nil
    else
      Seq(
        Finding(
          this,
          None,
          f"No stage ran for ${idle / 1000.0}%.1f s of ${app.elapsedMs / 1000.0}%.1f s: the driver was at work alone, or waited for somebody.",
          Seq(f"${app.jobs.size} jobs, ${app.stages.size} stages"),
          "look at the driver: collect() of much data, work on it in a loop, listing of many files, waiting between queries; fewer executors meanwhile with spark.dynamicAllocation.enabled=true",
          Shrunk.Outcome(app.elapsedMs, app.elapsedMs - idle),
          Confidence.Low
        )
      )
  }

  /** Milliseconds of each while since the first job in which no stage ran. */
  private def waits(app: AppFacts): Seq[Long] = {
    var covered = app.jobs.map(_.started).reduceOption(_ min _).getOrElse(app.started)
    val before = app.stages.sortBy(_.from).map { stage =>
      val wait = math.max(0L, stage.from - covered)
      // One without an end runs still.
      covered = math.max(covered, if (stage.isRunning) app.started + app.elapsedMs else stage.until)
      if (app.isQuery(stage) && wait < thresholds(1).value * 1000) 0L else wait
    }
    before :+ math.max(0L, app.started + app.elapsedMs - covered)
  }
}
