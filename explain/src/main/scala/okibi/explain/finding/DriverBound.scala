package okibi.explain.finding

import okibi.explain.facts.AppFacts
import okibi.explain.predict.Shrunk

object DriverBound extends Rule("driver-bound", "No stage runs: executors wait for the driver",
  "between its first job and its end the application runs no stage for at least `share` of its time. Predicted is the application without that time, which is what can be gained at most.",
  Seq(Threshold("share", 0.3, "of the application's time", "planning takes some of it always; starting Spark is not counted")),
  "Sparklens, driver wall clock") {

  override def find(app: AppFacts): Seq[Finding] = {
    val from = app.jobs.map(_.started).reduceOption(_ min _).getOrElse(app.started)
    val idle = app.started + app.elapsedMs - from - running(app, from)
    if (idle < thresholds.head.value * app.elapsedMs) Nil
    else Seq(Finding(this, None,
      f"No stage ran for ${idle / 1000.0}%.1f s of ${app.elapsedMs / 1000.0}%.1f s: the driver was at work alone, or waited for somebody.",
      Seq(f"${app.jobs.size} jobs, ${app.stages.size} stages"),
      "look at the driver: collect() of much data, work on it in a loop, listing of many files, waiting between queries; fewer executors meanwhile with spark.dynamicAllocation.enabled=true",
      Shrunk.Outcome(app.elapsedMs, app.elapsedMs - idle), Confidence.Low))
  }

  /** Milliseconds since then in which some stage ran. */
  private def running(app: AppFacts, since: Long): Long = {
    var (sum, covered) = (0L, since)
    app.stages.map(stage => (math.max(stage.from, since), stage.until)).sorted.foreach { case (from, until) =>
      sum += math.max(0, until - math.max(from, covered))
      covered = math.max(covered, until)
    }
    sum
  }
}
