package okibi.explain.finding

import okibi.explain.facts.{AppFacts, TimePart}
import okibi.explain.wording.Wording

object CpuBoundRule extends NoteRule {
  private val leastCompute = Threshold(
    "compute",
    0.85,
    "of the tasks' time",
    "the rest is starting tasks and waits that every application has"
  )
  private val leastBusy = Threshold("cores", 0.8, "of the cores", "with less, cores wait for the last tasks")
  private val leastShare =
    Threshold("share", 0.5, "of the application's time", "such stages decide how long the application takes")

  override val code = "cpu-bound"
  override val title = "Processors are the limit: neither faster disks nor more memory would help"
  override val about: String =
    "stages whose tasks spend `compute` of their time on processors and keep `cores` of the cores busy take at least " +
      "`share` of the application's time."
  override val thresholds: Seq[Threshold] = Seq(leastCompute, leastBusy, leastShare)
  override val origin =
    "Oikawa and Honjo: on fast storage sorting, serialising and parsing bind; Kinoshita and Ito, with enough disks"

  override def usesProcessorTime: Boolean = true

  override def find(app: AppFacts): Seq[Finding] = {
    val bound = app.stages.filter { stage =>
      stage.parts.share(TimePart.Compute) >= leastCompute.value && app.busy(stage).exists(_ >= leastBusy.value)
    }
    val boundMs = bound.map(_.elapsedMs).sum
    if (bound.isEmpty || boundMs < leastShare.value * app.elapsedMs) Nil
    else {
      val longest = bound.maxBy(_.elapsedMs)
      val sorts = longest.name.toLowerCase.contains("sort") || longest.info.exists(_.sorts)
      val sortMs = longest.info.fold(0L)(_.sortMs)
      Seq(
        note(
          app,
          None,
          s"Processors are the limit for ${Wording.seconds(boundMs)} s of ${Wording.seconds(app.elapsedMs)} s" +
            s"${if (sorts) ", sorting included" else ""}: faster disks or more memory would gain nothing there; more " +
            "cores or less work for each record would.",
          Seq(
            s"stage ${longest.id} (${longest.name}): ${Wording.percent(longest.parts.share(TimePart.Compute))} of " +
              "its " +
              "" +
              "tasks' time on processors"
          ) ++
            (if (sortMs > 0)
               Some(
                 s"sorts of its queries took ${Wording.seconds(sortMs)} s of " +
                   s"${Wording.seconds(longest.parts.totalMs)} s " +
                   "of its tasks' time"
               )
             else None),
          ""
        )
      )
    }
  }
}
