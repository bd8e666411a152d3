package okibi.explain.finding

import okibi.explain.facts.{AppFacts, ExecutorFacts, StageFacts}
import okibi.explain.predict.Shrunk

object LostWork
    extends Rule(
      "lost-work",
      "Tasks failed, or executors were lost, and their work was done again",
      "tasks that failed or were given up, whose result was lost with an executor, or that a stage ran once more after it had ended, took at least `share` of all tasks' time. Predicted is the application without them.",
      Seq(Threshold("share", 0.05, "of all tasks' time", "speculation and single failures cost less")),
      "Spark's task end reasons and executor removals"
    ) {

  override def find(app: AppFacts): Seq[Finding] = {
    val rerun = app.stages.filter(isRerun(_, app))
    val all = app.stages.map(its => its.wasted + its.parts.total).sum
    val wasted = math.min(all, app.stages.map(stage => stage.wasted + stage.again).sum + rerun.map(_.parts.total).sum)
    if (all == 0 || wasted < thresholds.head.value * all) Nil
    else {
      val lost = app.executors.filter(executor => executor.removed.isDefined && !isReleased(executor))
      val (failed, killed) = (app.stages.map(_.failed).sum, app.stages.map(_.killed).sum)
      val ways = Seq(failed -> "failed", killed -> "were given up").filter(_._1 > 0).map { case (count, how) =>
        s"$count task attempts $how"
      } ++
        (if (app.stages.exists(_.again > 0)) Seq("finished ones were lost with their executors") else Nil) ++
        (if (rerun.nonEmpty) Seq(s"stages that had ended ran again (${rerun
             .map(its => s"${its.id}.${its.attempt}")
             .take(5)
             .mkString(", ")}${if (rerun.size > 5) ", ..." else ""})")
         else Nil)
      Seq(
        Finding(
          this,
          None,
          f"${ways.mkString(", ")}, after ${wasted / 1000.0}%.1f s of work, ${wasted * 100.0 / all}%.0f %% of all.",
          lost.take(3).map(executor => s"executor ${executor.id} on ${executor.host}: ${executor.reason}"),
          if (lost.nonEmpty)
            "spark.executor.memoryOverhead twice as large when executors were killed for memory; spark.decommission.enabled=true where nodes are taken away"
          else if (failed == 0)
            "spark.speculation.multiplier and spark.speculation.quantile higher, or spark.speculation=false"
          else "see the failures of the stage in Spark's own pages; they end here as work done again",
          Shrunk.Outcome(app.elapsedMs, app.elapsedMs - math.round(app.runningMs * wasted.toDouble / all)),
          if (lost.nonEmpty) Confidence.Medium else Confidence.Low
        )
      )
    }
  }

  /** What a stage wrote that had ended was lost, as a failed fetch shows, and it runs once more. */
  private def isRerun(stage: StageFacts, app: AppFacts): Boolean = stage.attempt > 0 && app.stages.exists(before =>
    before.id == stage.id && before.attempt < stage.attempt && before.stage.exists(its =>
      its.completed.isDefined && its.failed.isEmpty
    )
  )

  /** Dynamic allocation gave it back, or the application ended it. */
  private def isReleased(executor: ExecutorFacts): Boolean =
    Seq("idle", "finished", "shut down", "shutdown").exists(executor.reason.toLowerCase.contains(_))
}
