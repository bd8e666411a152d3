package okibi.explain.finding

import okibi.explain.facts.{AppFacts, Part, StageFacts}

object CpuBound
    extends Note(
      "cpu-bound",
      "Processors bind: neither disks nor memory would help",
      "stages of which `compute` of the tasks' time is spent on processors, and which keep `cores` of the cores busy, take at least `share` of the application's time.",
      Seq(
        Threshold("compute", 0.85, "of the tasks' time", "what is left is starting tasks and waiting that all have"),
        Threshold("cores", 0.8, "of the cores", "else some of them wait for the last tasks"),
        Threshold("share", 0.5, "of the application's time", "then it is what decides how long all of it takes")
      ),
      "Oikawa and Honjo: on fast storage sorting, serialising and parsing bind; Kinoshita and Ito, with enough disks"
    ) {

  override def usesProcessorTime: Boolean = true

  override def find(app: AppFacts): Seq[Finding] = {
    val bound = app.stages.filter(stage =>
      stage.parts.share(Part.Compute) >= thresholds.head.value && app.busy(stage).exists(_ >= thresholds(1).value)
    )
    val ms = bound.map(_.elapsedMs).sum
    if (bound.isEmpty || ms < thresholds(2).value * app.elapsedMs) Nil
    else {
      val longest = bound.maxBy(_.elapsedMs)
      val sorts = longest.name.toLowerCase.contains("sort") || longest.stage.exists(_.sorts)
      val sortMs = longest.stage.fold(0L)(_.sortMs)
      Seq(
        note(
          app,
          None,
          f"Processors bind for ${ms / 1000.0}%.1f s of ${app.elapsedMs / 1000.0}%.1f s${if (sorts) ", sorting among it"
            else ""}: faster disks or more memory would gain nothing there; more cores would, or less work for each record.",
          Seq(
            f"stage ${longest.id} (${longest.name}): ${longest.parts.share(Part.Compute) * 100}%.0f %% of its tasks' time on processors"
          ) ++
            (if (sortMs > 0)
               Some(
                 f"its queries' sorts count ${sortMs / 1000.0}%.1f s of ${longest.parts.total / 1000.0}%.1f s of its tasks' time"
               )
             else None),
          ""
        )
      )
    }
  }
}
