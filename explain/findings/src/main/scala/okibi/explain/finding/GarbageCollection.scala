package okibi.explain.finding

import okibi.explain.facts.{AppFacts, Part, StageFacts}
import okibi.explain.predict.Shrunk

object GarbageCollection
    extends Rule(
      "gc",
      "Executors collect garbage rather than compute",
      "garbage collection takes at least `share` of the tasks' time of a stage that does not fill memory with cached objects: copying those is part of that, whatever the heap. Predicted is the stage with `healthy` of it; " +
        "and where collectors work beside the tasks, as G1 does, without what tasks waited for the processors that these took: of their waiting as much as of the rest of their time is garbage collection.",
      Seq(
        Threshold("share", 0.10, "of the tasks' time", "where Spark's own pages turn a task's time red"),
        Threshold("healthy", 0.03, "of the tasks' time", "what a heap that is large enough comes to")
      ),
      "Spark's metric JVM GC Time; Zhang et al. (xSIG 2017), tables 2 to 5"
    ) {

  override def usesProcessorTime: Boolean = true

  override def find(app: AppFacts): Seq[Finding] = app.stages.filterNot(fills(_, app)).flatMap(one(_, app))

  private def fills(stage: StageFacts, app: AppFacts): Boolean =
    app.caches.exists(its => its.maker == stage.id && its.rdd.level.exists(level => level.memory && level.deserialized))

  private def one(stage: StageFacts, app: AppFacts): Option[Finding] = {
    val share = stage.parts.share(Part.Gc)
    if (share < thresholds.head.value) None
    else
      Some(
        Finding(
          this,
          Some(stage.id),
          f"${share * 100}%.0f %% of the tasks' time is garbage collection.",
          Seq(s"${app.heapKey} is ${app.conf.getOrElse(app.heapKey, "1g")}"),
          s"twice the ${app.heapKey}; or cached data out of the heap: persist(StorageLevel.DISK_ONLY) with spark.plugins=okibi.spark.OkibiPlugin",
          Shrunk.each(stage, app, 1 - share - crowdedOut(stage, app) + thresholds(1).value),
          Confidence.Medium
        )
      )
  }

  /** The share of the tasks' time that they waited for processors which collectors had. */
  private def crowdedOut(stage: StageFacts, app: AppFacts): Double = {
    val (gc, compute) = (stage.parts.share(Part.Gc), stage.parts.share(Part.Compute))
    val options =
      Seq("spark.driver.extraJavaOptions", "spark.executor.extraJavaOptions").flatMap(app.conf.get).mkString(" ")
    val pauses = app.javaVersion.startsWith("1.") || Seq("UseParallelGC", "UseSerialGC").exists(options.contains(_))
    if (pauses) 0.0 else stage.parts.share(Part.DiskWait) * gc / (gc + compute)
  }
}
