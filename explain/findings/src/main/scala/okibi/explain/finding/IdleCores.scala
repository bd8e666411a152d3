package okibi.explain.finding

import okibi.explain.facts.AppFacts

object IdleCores
    extends Note(
      "idle-cores",
      "Most cores had nothing to do",
      "tasks took less than `share` of the time of all cores that executors had, and there were at least `cores`. Fewer cores would not be faster, but free for others.",
      Seq(
        Threshold(
          "share",
          0.25,
          "of the cores' time",
          "an application that keeps a quarter of them busy could do with half"
        ),
        Threshold("cores", 4, "cores", "there is no half of less")
      ),
      "Sparklens, executor utilisation"
    ) {

  override def find(app: AppFacts): Seq[Finding] = {
    val end = app.started + app.elapsedMs
    val had = app.executors
      .map(its => its.cores.toLong * math.max(0L, math.min(end, its.removed.getOrElse(end)) - its.added))
      .sum
    val used = app.stages.map(its => its.parts.total + its.wasted).sum
    if (app.cores < thresholds(1).value || had == 0 || used >= thresholds.head.value * had) Nil
    else
      Seq(
        note(
          app,
          None,
          f"Cores were busy for ${used * 100.0 / had}%.0f %% of the time that the application had them.",
          Seq(f"${app.workers.size} executors, ${app.cores} cores at most at a time, ${used / 1000.0}%.0f s of tasks"),
          "spark.dynamicAllocation.enabled=true with spark.dynamicAllocation.executorIdleTimeout, or fewer executors"
        )
      )
  }
}
