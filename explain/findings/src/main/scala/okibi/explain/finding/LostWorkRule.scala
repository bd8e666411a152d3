package okibi.explain.finding

import okibi.explain.facts.{AppFacts, ExecutorFacts, StageFacts}
import okibi.explain.predict.PredictedTime
import okibi.explain.wording.Wording

object LostWorkRule extends FindingRule {
  private val leastShare =
    Threshold("share", 0.05, "of all tasks' time", "speculation and single failures cost less")

  override val code = "lost-work"
  override val title = "Tasks failed or executors were lost, and their work was done again"
  override val about: String =
    "at least `share` of all tasks' time was spent by tasks that failed or were killed, by tasks whose result was " +
      "lost with an executor, and by stages that ran again after they had completed. The prediction is the " +
      "application without them."
  override val thresholds: Seq[Threshold] = Seq(leastShare)
  override val origin = "Spark's task end reasons and executor removals"

  override def find(app: AppFacts): Seq[Finding] = {
    val rerun = app.stages.filter(isRerun(_, app))
    val allMs = app.stages.map(_.spentMs).sum
    val lostMs = math.min(
      allMs,
      app.stages.map(stage => stage.attempts.wastedMs + stage.attempts.resubmittedMs).sum +
        rerun.map(_.parts.totalMs).sum
    )
    if (allMs == 0 || lostMs < leastShare.value * allMs) Nil
    else {
      val lostExecutors = app.executors.filter(executor => executor.removedMs.isDefined && !isReleased(executor))
      val failed = app.stages.map(_.attempts.failed).sum
      val share = lostMs.toDouble / allMs
      Seq(
        Finding(
          this,
          None,
          s"${Wording.seconds(lostMs)} s of task time was lost, ${Wording.percent(share)} of all: " +
            s"${losses(app, rerun).mkString("; ")}.",
          lostExecutors.take(3).map(executor => s"executor ${executor.id} on ${executor.host}: ${executor.reason}"),
          fix(lostExecutors.nonEmpty, failed),
          PredictedTime(app.elapsedMs, app.elapsedMs - math.round(app.runningMs * share)),
          if (lostExecutors.nonEmpty) Confidence.Medium else Confidence.Low
        )
      )
    }
  }

  private def losses(app: AppFacts, rerun: Seq[StageFacts]): Seq[String] = {
    val rerunIds = rerun.map(stage => s"${stage.id}.${stage.attempt}")
    val (failed, killed) = (app.stages.map(_.attempts.failed).sum, app.stages.map(_.attempts.killed).sum)
    Seq(
      (failed > 0) -> s"${Wording.count(failed, "task attempt")} failed",
      (killed > 0) -> s"${Wording.count(killed, "task attempt was", "task attempts were")} killed",
      app.stages.exists(_.attempts.resubmittedMs > 0) -> "finished tasks were lost with their executors",
      rerun.nonEmpty -> s"${Wording.stages(rerunIds)} ran again after completion"
    ).collect { case (true, loss) => loss }
  }

  private def fix(wereExecutorsLost: Boolean, failed: Int): String =
    if (wereExecutorsLost)
      "twice the spark.executor.memoryOverhead where executors were killed for memory; " +
        "spark.decommission.enabled=true where nodes are taken away"
    else if (failed == 0)
      "a higher spark.speculation.multiplier and spark.speculation.quantile, or spark.speculation=false"
    else "see the failures of the stages in Spark's own pages; the retries end here as lost work"

  /** Whether a stage ran again after it had completed: its shuffle files were lost, as a failed fetch shows. */
  private def isRerun(stage: StageFacts, app: AppFacts): Boolean = stage.attempt > 0 && app.stages.exists { earlier =>
    earlier.id == stage.id && earlier.attempt < stage.attempt &&
    earlier.info.exists(info => info.completedMs.isDefined && info.failure.isEmpty)
  }

  /** Whether dynamic allocation released the executor, or the application's end did. */
  private def isReleased(executor: ExecutorFacts): Boolean =
    Seq("idle", "finished", "shut down", "shutdown").exists(executor.reason.toLowerCase.contains(_))
}
