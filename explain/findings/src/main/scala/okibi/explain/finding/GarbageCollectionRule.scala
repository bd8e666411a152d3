package okibi.explain.finding

import okibi.explain.facts.{AppFacts, StageFacts, TimePart}
import okibi.explain.predict.TimeForecast
import okibi.explain.wording.Wording

object GarbageCollectionRule extends FindingRule {
  private val leastShare =
    Threshold("share", 0.10, "of the tasks' time", "Spark's own pages show a task's time in red from there on")
  private val healthyShare =
    Threshold("healthy", 0.03, "of the tasks' time", "a heap that is large enough comes to that")

  override val code = "gc"
  override val title = "Executors collect garbage instead of computing"
  override val about: String =
    "garbage collection takes at least `share` of the tasks' time in a stage that does not fill memory with cached " +
      "objects; storing objects includes copying them, whatever the heap. The prediction is the stage with `healthy` " +
      "of its tasks' time in garbage collection. Where collectors work beside the tasks, as G1 does, the prediction " +
      "also removes the wait for processors that collectors used: the share of garbage collection in the time of " +
      "collecting and computing, applied to the tasks' unexplained wait."
  override val thresholds: Seq[Threshold] = Seq(leastShare, healthyShare)
  override val origin = "Spark's metric JVM GC Time; Zhang et al. (xSIG 2017), tables 2 to 5"

  override def usesProcessorTime: Boolean = true

  override def find(app: AppFacts): Seq[Finding] = app.stages.filterNot(fillsMemory(_, app)).flatMap(found(_, app))

  private def fillsMemory(stage: StageFacts, app: AppFacts): Boolean = app.storage.caches.exists { cache =>
    cache.use.firstStage == stage.id && cache.level.memory && cache.level.deserialized
  }

  private def found(stage: StageFacts, app: AppFacts): Option[Finding] = {
    val share = stage.parts.share(TimePart.Gc)
    val heapKey = app.settings.heapKey
    if (share < leastShare.value) None
    else
      Some(
        Finding(
          this,
          Some(stage.id),
          s"Stage ${stage.id} spends ${Wording.percent(share)} of its tasks' time in garbage collection.",
          Seq(s"$heapKey is ${app.settings.getOrElse(heapKey, "1g")}"),
          s"twice the $heapKey; or move cached data out of the heap: persist(StorageLevel.DISK_ONLY) with " +
            "spark.plugins=okibi.spark.OkibiPlugin",
          TimeForecast.scaledTasks(stage, app, 1 - share - processorWaitShare(stage, app) + healthyShare.value),
          Confidence.Medium
        )
      )
  }

  /** The share of the tasks' time that they waited for processors which collectors used. */
  private def processorWaitShare(stage: StageFacts, app: AppFacts): Double = {
    val (gc, compute) = (stage.parts.share(TimePart.Gc), stage.parts.share(TimePart.Compute))
    val options = Seq("spark.driver.extraJavaOptions", "spark.executor.extraJavaOptions")
      .flatMap(app.settings.get)
      .mkString(" ")
    val pausesTasks = app.identity.javaVersion.startsWith("1.") ||
      Seq("UseParallelGC", "UseSerialGC").exists(options.contains(_))
    if (pausesTasks) 0.0 else stage.parts.share(TimePart.OtherWait) * gc / (gc + compute)
  }
}
