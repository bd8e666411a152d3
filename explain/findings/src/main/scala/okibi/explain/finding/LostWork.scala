package okibi.explain.finding

import okibi.explain.facts.{AppFacts, ExecutorFacts}
import okibi.explain.predict.Shrunk

object LostWork extends Rule("lost-work", "Tasks failed, or executors were lost, and their work was done again",
  "tasks that failed or were given up took at least `share` of all tasks' time. Predicted is the application without them.",
  Seq(Threshold("share", 0.05, "of all tasks' time", "speculation and single failures cost less")),
  "Spark's task end reasons and executor removals") {

  override def find(app: AppFacts): Seq[Finding] = {
    val wasted = app.stages.map(_.wasted).sum
    val all = wasted + app.stages.map(_.parts.total).sum
    if (all == 0 || wasted < thresholds.head.value * all) Nil
    else {
      val lost = app.executors.filter(executor => executor.removed.isDefined && !isReleased(executor))
      val busy = app.stages.map(_.elapsedMs).sum
      Seq(Finding(this, None,
        f"${app.stages.map(_.failed).sum} task attempts failed after ${wasted / 1000.0}%.1f s of work, ${wasted * 100.0 / all}%.0f %% of all.",
        lost.take(3).map(executor => s"executor ${executor.id} on ${executor.host}: ${executor.reason}"),
        if (lost.nonEmpty) "spark.executor.memoryOverhead twice as large when executors were killed for memory; spark.decommission.enabled=true where nodes are taken away"
        else "see the failures of the stage in Spark's own pages; they end here as work done again",
        Shrunk.Outcome(app.elapsedMs, app.elapsedMs - math.round(busy * wasted.toDouble / all)), if (lost.nonEmpty) Confidence.Medium else Confidence.Low))
    }
  }

  /** Dynamic allocation gave it back, or the application ended it. */
  private def isReleased(executor: ExecutorFacts): Boolean = Seq("idle", "finished", "shut down", "shutdown").exists(executor.reason.toLowerCase.contains(_))
}
