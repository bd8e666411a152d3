package okibi.explain.facts

import okibi.explain.event.{PersistenceLevel, Rdd}

/** What happened to a persisted RDD's blocks. A log has that when Spark writes it with
  * `spark.eventLog.logBlockUpdates.enabled`.
  *
  * @param rdd as the last stage saw it
  * @param map where its partitions are at the end of the log; empty when the maps of all RDDs would have more than a
  *            million partitions together
  */
final case class CacheFacts(rdd: Rdd, stored: StoredBlocks, evictions: EvictionFacts, use: CacheUse, map: CacheMap) {
  def level: PersistenceLevel = rdd.level.getOrElse(PersistenceLevel.none)

  /** `RDD 3 (points)`. */
  def label: String = s"RDD ${rdd.id} (${rdd.name})"

  /** Bytes of a block in memory, on average. */
  def meanBlockBytes: Double =
    if (evictions.count > 0) evictions.bytes.toDouble / evictions.count
    else stored.bytes.toDouble / math.max(1, stored.partitions)
}

/** Blocks that were stored.
  *
  * @param partitions    that were stored at all since the RDD was persisted last
  * @param bytes         of these partitions, each as it was stored last
  * @param largestBytes  of the largest of them
  * @param heldBytes     in memory at the end of the log
  * @param storedAgain   how often a block was stored that had been stored before and was gone
  */
final case class StoredBlocks(
    partitions: Int,
    bytes: Long,
    largestBytes: Long,
    heldBytes: Long,
    storedAgain: Long
)

/** Evictions: a block leaves memory, for the disk or for good.
  *
  * @param repeated evictions of blocks that had been evicted before
  */
final case class EvictionFacts(count: Long, bytes: Long, repeated: Long)

/** Stages that use a persisted RDD.
  *
  * @param firstStage  the first stage that used it, which stores it
  * @param firstTasks  tasks of the first stage
  * @param lastStage   the stage that began last of those that used it
  * @param reads       of each later stage, in the order of stages, as far as its tasks read one partition each
  * @param isUsedAgain whether any stage used it after the first one
  */
final case class CacheUse(
    firstStage: Int,
    firstTasks: TaskSum,
    lastStage: Int,
    reads: Seq[CacheReads],
    isUsedAgain: Boolean
)

/** Tasks of a stage, by where their partition was when they ended. A partition that was nowhere was computed again. */
final case class CacheReads(stage: Int, attempt: Int, memory: TaskSum, disk: TaskSum, nowhere: TaskSum) {
  def all: TaskSum = memory + disk + nowhere

  /** Reads that found their block stored. */
  def stored: TaskSum = memory + disk

  /** Reads that did not find their block in memory. */
  def missed: TaskSum = disk + nowhere
}

/** A number of tasks and the sum of their milliseconds. */
final case class TaskSum(count: Int = 0, ms: Long = 0) {
  def +(other: TaskSum): TaskSum = TaskSum(count + other.count, ms + other.ms)
  def meanMs: Double = if (count == 0) 0 else ms.toDouble / count
}
