package okibi.explain.finding

import okibi.explain.facts.{AppFacts, CacheFacts, CacheReads, StageFacts, TimePart}
import okibi.explain.predict.{TimeForecast, PolicyReplay, PredictedTime, ReadSpeed}
import okibi.explain.wording.Wording

object CacheThrashRule extends FindingRule {
  private val leastShare =
    Threshold("share", 0.05, "of all tasks' time", "a smaller loss is hidden by the variation between runs")

  override val code = "cache-thrash"
  override val title = "Cached data do not fit in memory and are read from disk or computed again and again"
  override val about: String =
    "blocks of a persisted RDD were evicted from memory or never stored there, and tasks of later stages that found " +
      "their block on disk or nowhere took longer than with Okibi's blocks on disk, by at least `share` of all " +
      "tasks' time. The prediction assumes that such a task takes as long as the tasks that found their block in " +
      "memory. Where no task did, it assumes the task's own processor time without reading or computing the block. " +
      "It adds the time that Okibi needs to read the block, unless a replay of the reads with Okibi's default policy " +
      "finds the block in memory. Blocks that the first stage evicts are written at Okibi's speed too."
  override val thresholds: Seq[Threshold] = Seq(leastShare, Threshold.okibiReads, Threshold.javaReads)
  override val origin = "Zhang et al. (xSIG 2017), section 4: blocks that are dropped, moved back and dropped again"

  override def usesProcessorTime: Boolean = true

  /** A stage that reads a cached RDD, and the milliseconds that its reads would take with Okibi. */
  private final case class SlowRead(reads: CacheReads, stage: StageFacts, afterMs: Double) {
    def lostMs: Double = reads.all.ms - afterMs

    /** The share of the stage's time that its tasks would need. */
    def share: Double = {
      val allMs = math.max(1L, stage.parts.totalMs)
      math.max(0.0, (allMs - reads.all.ms + afterMs) / allMs)
    }
  }

  override def find(app: AppFacts): Seq[Finding] = {
    lazy val hitRates = PolicyReplay.hitRates(app)
    app.storage.caches.filter(mayThrash(_, app)).flatMap(cache => found(cache, hitRates.get(cache.rdd.id), app))
  }

  /** Whether some blocks did not stay in memory and Okibi would have kept them where that costs less. */
  private def mayThrash(cache: CacheFacts, app: AppFacts): Boolean = {
    val fits = cache.evictions.count == 0 && cache.stored.partitions == cache.rdd.partitions &&
      cache.use.reads.forall(_.disk.count == 0)
    cache.level.memory && !fits && !(cache.level.disk && app.settings.isManaged)
  }

  private def found(cache: CacheFacts, hitRate: Option[Double], app: AppFacts): Option[Finding] = {
    val slow = cache.use.reads
      .flatMap(reads =>
        stageOf(reads, app).map(stage => SlowRead(reads, stage, afterMs(reads, stage, cache, hitRate, app)))
      )
      .filter(_.lostMs > 0)
    if (slow.map(_.lostMs).sum < leastShare.value * app.stages.map(_.spentMs).sum) None
    else
      Some(
        Finding(
          this,
          None,
          summary(cache),
          evidence(cache, hitRate, app),
          fix(cache, app),
          prediction(cache, slow, app),
          if (cache.use.reads.exists(_.memory.count > 0)) Confidence.High else Confidence.Medium,
          Some(cache.rdd.id),
          slow.map(_.reads.stage)
        )
      )
  }

  /** Milliseconds of the stage's reads when blocks outside memory are on disk in Okibi's form, and when Okibi keeps as
    * many more of them in memory as the replay found.
    */
  private def afterMs(
      reads: CacheReads,
      stage: StageFacts,
      cache: CacheFacts,
      hitRate: Option[Double],
      app: AppFacts
  ): Double = {
    val hasHits = reads.memory.count > 0
    val moreHits = hitRate.fold(0.0) { rate =>
      math.max(0.0, rate * reads.all.count - reads.memory.count) / math.max(1, reads.missed.count)
    }
    val blockBytes = cache.meanBlockBytes
    val okibiReadMs = (1 - moreHits) * blockBytes / ReadSpeed.okibi.bytesPerMs(app)
    val javaReadMs = blockBytes / ReadSpeed.javaSerializer.bytesPerMs(app)
    def asFromMemory(meanMs: Double): Double = math.min(meanMs, reads.memory.meanMs + okibiReadMs)
    val fromDiskMs =
      if (hasHits) asFromMemory(reads.disk.meanMs)
      else math.max(okibiReadMs, reads.disk.meanMs * busyShare(stage) - javaReadMs + okibiReadMs)
    val recomputedMs =
      if (hasHits) asFromMemory(reads.nowhere.meanMs)
      else
        math.min(
          reads.nowhere.meanMs,
          math.max(0.0, reads.nowhere.meanMs - cache.use.firstTasks.meanMs) + okibiReadMs
        )
    reads.memory.ms + reads.disk.count * math.min(fromDiskMs, reads.disk.meanMs) + reads.nowhere.count * recomputedMs
  }

  /** Each stage becomes shorter in proportion to its tasks' time. */
  private def prediction(cache: CacheFacts, slow: Seq[SlowRead], app: AppFacts): PredictedTime = {
    val readGainsMs = slow.map(read => TimeForecast.scaledTasks(read.stage, app, read.share).gainMs)
    val writeGainMs = app.stages.find(_.id == cache.use.firstStage).fold(0L)(evictionGainMs(_, app))
    TimeForecast.application(app, readGainsMs.sum + writeGainMs)
  }

  private def stageOf(reads: CacheReads, app: AppFacts): Option[StageFacts] =
    app.stages.find(stage => stage.id == reads.stage && stage.attempt == reads.attempt)

  /** The share of the tasks' time that is neither garbage collection for blocks that come and go, nor waiting for the
    * memory manager's lock or the disk. Tasks that wait for Python do so anyway.
    */
  private def busyShare(stage: StageFacts): Double = {
    val isPython = stage.info.exists(_.rdds.exists(_.name.startsWith("Python")))
    1 - stage.parts.share(TimePart.Gc) - (if (isPython) 0.0 else stage.parts.share(TimePart.OtherWait))
  }

  /** Milliseconds that a stage which fills memory would save if it wrote evicted blocks to disk as Okibi does. */
  private def evictionGainMs(stage: StageFacts, app: AppFacts): Long = {
    val onDisk = app.storage.caches.filter(cache => cache.evictions.count > 0 && cache.level.disk)
    val evictions = app.storage.evictions
      .filter(interval => interval.fromMs >= stage.fromMs && interval.fromMs <= stage.untilMs)
      .map(_.count)
      .sum
    val firstEvictions =
      math.min(evictions, onDisk.map(cache => cache.evictions.count - cache.evictions.repeated).sum)
    val meanBytes = onDisk.map(_.evictions.bytes).sum.toDouble / math.max(1L, onDisk.map(_.evictions.count).sum)
    val bytes = meanBytes * firstEvictions
    val savedMs = bytes / ReadSpeed.javaSerializer.bytesPerMs(app) - bytes / ReadSpeed.okibi.bytesPerMs(app)
    val share = 1 - math.max(0.0, savedMs) / math.max(1L, stage.parts.totalMs)
    TimeForecast.scaledTasks(stage, app, math.max(0.0, share)).gainMs
  }

  private def summary(cache: CacheFacts): String = {
    val reads = cache.use.reads
    val ways = Seq(
      reads.map(_.disk.count).sum -> "read them from disk",
      reads.map(_.nowhere.count).sum -> "computed them again",
      reads.map(_.memory.count).sum -> "found them in memory"
    ).filter(_._1 > 0).map { case (count, way) => f"$count%,d $way" }
    s"${cache.label} does not fit in memory: of the tasks that needed its blocks, ${ways.mkString(", ")}."
  }

  private def evidence(cache: CacheFacts, hitRate: Option[Double], app: AppFacts): Seq[String] = {
    val (stored, evictions) = (cache.stored, cache.evictions)
    Seq(
      s"${stored.partitions} of ${cache.rdd.partitions} partitions were stored at all",
      s"${Wording.count(evictions.count, "eviction")} of ${Wording.megabytes(evictions.bytes)}, " +
        s"${evictions.repeated} of them repeated",
      s"${Wording.count(stored.storedAgain, "block was", "blocks were")} stored again",
      s"storage memory of all executors: ${Wording.megabytes(app.storageBytes)}"
    ) ++ hitRate.map { rate =>
      val all = math.max(1, cache.use.reads.map(_.all.count).sum)
      val found = cache.use.reads.map(_.memory.count).sum.toDouble / all
      s"with Okibi's policy and this memory ${Wording.percent(rate)} of the same reads find their block in memory, " +
        s"instead of ${Wording.percent(found)}"
    }
  }

  private def fix(cache: CacheFacts, app: AppFacts): String = Seq(
    if (app.settings.isManaged) None else Some(app.settings.managing),
    if (cache.level.disk) None else Some(s"persist(StorageLevel.MEMORY_AND_DISK) in place of ${cache.level.name}")
  ).flatten.mkString(" and ")
}
