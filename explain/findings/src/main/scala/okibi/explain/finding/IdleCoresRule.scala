package okibi.explain.finding

import okibi.explain.facts.AppFacts
import okibi.explain.wording.Wording

object IdleCoresRule extends NoteRule {
  private val mostShare = Threshold(
    "share",
    0.25,
    "of the cores' time",
    "an application that keeps a quarter of its cores busy could do with half of them"
  )
  private val leastCores = Threshold("cores", 4, "cores", "fewer cores cannot usefully be halved")

  override val code = "idle-cores"
  override val title = "Most cores had nothing to do"
  override val about: String =
    "tasks took less than `share` of the time of all cores that executors had, and there were at least `cores`. " +
      "Fewer cores would not be faster, but would leave cores to other applications."
  override val thresholds: Seq[Threshold] = Seq(mostShare, leastCores)
  override val origin = "Sparklens, executor utilisation"

  override def find(app: AppFacts): Seq[Finding] = {
    val coreMs = app.executors.map { executor =>
      val untilMs = math.min(app.endMs, executor.removedMs.getOrElse(app.endMs))
      executor.cores.toLong * math.max(0L, untilMs - executor.addedMs)
    }.sum
    val usedMs = app.stages.map(_.spentMs).sum
    if (app.cores < leastCores.value || coreMs == 0 || usedMs >= mostShare.value * coreMs) Nil
    else
      Seq(
        note(
          app,
          None,
          s"Cores were busy for ${Wording.percent(usedMs.toDouble / coreMs)} of the time that the application had " +
            "them.",
          Seq(
            f"${Wording.count(app.workers.size, "executor")}, at most ${app.cores} cores at the same time, " +
              f"${usedMs / 1000.0}%.0f s of tasks"
          ),
          "spark.dynamicAllocation.enabled=true with spark.dynamicAllocation.executorIdleTimeout, or fewer executors"
        )
      )
  }
}
