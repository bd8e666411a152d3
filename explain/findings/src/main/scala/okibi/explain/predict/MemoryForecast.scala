package okibi.explain.predict

import okibi.core.advice.{MemoryAdvice, MemoryNeeds, MemorySplit, SparkMemory}
import okibi.core.metric.TableMetrics
import okibi.explain.facts.{AppFacts, AppSettings, StageFacts}

/** What executors needed, and what would serve them with Okibi. */
object MemoryForecast {

  /** Bytes of Okibi's files for each byte of cached objects. Dense vectors of 20 have 0.85, strings less. */
  val fileBytesPerByte: Double = 0.85

  /** The advice for an executor's container as it is configured, by what the stages so far needed. In local mode the
    * driver's process takes the place of the executor.
    */
  def advice(app: AppFacts): MemoryAdvice = {
    val settings = app.settings
    val fraction =
      settings.get("spark.memory.fraction").flatMap(AppSettings.share).getOrElse(SparkMemory.defaultFraction)
    val process = if (settings.isLocal) "driver" else "executor"
    MemoryAdvice.of(process, MemoryNeeds(executionBytes(app), fileBytes(app), fraction), present(process, settings))
  }

  private def present(process: String, settings: AppSettings): MemorySplit = {
    val heapBytes = settings.bytes(settings.heapKey).getOrElse(1L << 30)
    val factor = settings
      .get(s"spark.$process.memoryOverheadFactor")
      .flatMap(AppSettings.share)
      .getOrElse(SparkMemory.defaultOverheadFactor)
    val leastBytes = settings.bytes(s"spark.$process.minMemoryOverhead").getOrElse(SparkMemory.leastOverheadBytes)
    val overheadBytes = settings
      .bytes(s"spark.$process.memoryOverhead")
      .getOrElse(SparkMemory.overheadBytes(heapBytes, factor, leastBytes))
    val isOffHeap = settings.get("spark.memory.offHeap.enabled").contains("true")
    val offHeapBytes = if (isOffHeap) settings.bytes("spark.memory.offHeap.size").getOrElse(0L) else 0L
    MemorySplit(heapBytes, offHeapBytes, overheadBytes)
  }

  /** The most that tasks of one stage had in one executor, with what they spilled. */
  private def executionBytes(app: AppFacts): Long = {
    val slots = app.workers.map(_.cores).reduceOption(_ max _).getOrElse(1) / app.settings.coresOfTask
    def ofStage(stage: StageFacts): Double = {
      val spilledBytes = stage.totals.spilled.memory.toDouble / math.max(1, stage.tasks)
      math.min(math.max(1, slots), stage.tasks) * (stage.totals.peakExecutionBytes + spilledBytes)
    }
    plausible(app.stages.map(ofStage).reduceOption(_ max _).getOrElse(0.0))
  }

  /** The most that was cached at the same time, as files, spread over the executors. */
  private def fileBytes(app: AppFacts): Long = {
    val changes = app.storage.caches.flatMap { cache =>
      val bytes = cache.stored.bytes * (if (cache.level.deserialized) fileBytesPerByte else 1.0)
      Seq(cache.use.firstStage -> bytes, (math.max(cache.use.firstStage, cache.use.lastStage) + 1) -> -bytes)
    }
    val rddBytes = changes.sortBy(_._1).scanLeft(0.0)(_ + _._2).max
    val tableBytes = app.observed.counters
      .map(_.totals.getOrElse(TableMetrics.tableFileBytes.name, 0L))
      .reduceOption(_ max _)
      .getOrElse(0L)
    plausible((rddBytes + tableBytes) / math.max(1, app.mostWorkers))
  }

  private def plausible(bytes: Double): Long = math.max(0.0, math.min(bytes, AppSettings.mostBytes.toDouble)).toLong
}
