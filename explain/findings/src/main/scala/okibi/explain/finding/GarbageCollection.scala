package okibi.explain.finding

import okibi.explain.facts.{AppFacts, Part, StageFacts}
import okibi.explain.predict.Shrunk

object GarbageCollection extends Rule("gc", "Executors collect garbage rather than compute",
  "garbage collection takes at least `share` of the tasks' time of a stage. Predicted is the stage with `healthy` of it.",
  Seq(
    Threshold("share", 0.10, "of the tasks' time", "where Spark's own pages turn a task's time red"),
    Threshold("healthy", 0.03, "of the tasks' time", "what a heap that is large enough comes to")),
  "Spark's metric JVM GC Time; Zhang et al. (xSIG 2017), tables 2 to 5") {

  override def find(app: AppFacts): Seq[Finding] = app.stages.flatMap(one(_, app))

  private def one(stage: StageFacts, app: AppFacts): Option[Finding] = {
    val share = stage.parts.share(Part.Gc)
    if (share < thresholds.head.value) None
    else Some(Finding(this, Some(stage.id),
      f"${share * 100}%.0f %% of the tasks' time is garbage collection.",
      Seq(s"${app.heapKey} is ${app.conf.getOrElse(app.heapKey, "1g")}"),
      s"twice the ${app.heapKey}; or cached data out of the heap: persist(StorageLevel.DISK_ONLY) with spark.plugins=okibi.spark.OkibiPlugin",
      Shrunk.each(stage, app, 1 - share + thresholds(1).value), Confidence.Medium))
  }
}
