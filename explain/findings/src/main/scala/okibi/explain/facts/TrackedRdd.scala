package okibi.explain.facts

import scala.collection.mutable

import okibi.explain.event.{BlockStatus, Rdd, Task}

/** A persisted RDD's blocks, and the tasks that read them. Not thread-safe. */
private[facts] final class TrackedRdd(var rdd: Rdd) {

  /** The stage that began last of those that use it; blocks that are stored now are stored by it. -1 while there is
    * none.
    */
  var lastStage: Int = -1
  private var isUsedAgain = false

  /** The first stage that used it, and its tasks. */
  private var firstStage = -1
  private var firstTasks = TaskSum()

  private val blocks = mutable.LongMap.empty[TrackedBlock]
  val reads = mutable.LinkedHashMap.empty[(Int, Int), CacheReads]
  private var (storedPartitions, storedBytes, largestBytes, storedAgain) = (0, 0L, 0L, 0L)
  private var evictions = EvictionFacts(0, 0, 0)
  private var isUnpersisted = false

  def usedBy(stage: Int): Unit = {
    if (lastStage >= 0 && lastStage != stage) isUsedAgain = true
    lastStage = stage
  }

  /** Whether the update evicts the block from memory. */
  def update(partition: Int, update: BlockStatus, executor: BlockOwner): Boolean = {
    val block = blocks.getOrElseUpdate(partition.toLong, new TrackedBlock)
    // One of several copies is gone, and another executor still has the block.
    if (!update.level.isStored && block.isStored && (block.owner ne executor)) false
    else change(block, update, executor)
  }

  private def change(block: TrackedBlock, update: BlockStatus, executor: BlockOwner): Boolean = {
    if (!block.isStored && update.level.isStored) {
      if (isUnpersisted) persistAgain()
      if (block.stores == 0) storedPartitions += 1 else storedAgain += 1
      block.stores += 1
      block.storedBy = lastStage
    }
    // Spark logs the size of a block that leaves memory.
    val isEviction = !update.level.memory && update.memoryBytes > 0
    if (isEviction) {
      val repeated = evictions.repeated + (if (block.evictions > 0) 1 else 0)
      block.evictions += 1
      evictions = EvictionFacts(evictions.count + 1, evictions.bytes + update.memoryBytes, repeated)
    }
    block.put(executor, update.level.memory, update.level.disk)
    if (block.isStored) {
      val bytes = math.max(update.memoryBytes, update.diskBytes)
      storedBytes += bytes - block.bytes
      block.bytes = bytes
      largestBytes = math.max(largestBytes, bytes)
    }
    isEviction
  }

  /** Keeps the figures of stored blocks until the RDD is persisted and stored again. */
  def unpersist(): Unit = {
    blocks.clear()
    isUnpersisted = true
  }

  private def persistAgain(): Unit = {
    isUnpersisted = false
    storedPartitions = 0
    storedBytes = 0
  }

  /** Whether all partitions were stored. */
  def isWhole: Boolean = !isUnpersisted && storedPartitions >= rdd.partitions

  def isEmpty: Boolean = blocks.isEmpty

  def add(task: Task): Unit = {
    val sum = TaskSum(1, task.times.durationMs)
    val block = blocks.get(task.index.toLong)
    val wasStored = block.exists(found => found.isStored && found.storedBy != task.stage)
    if (firstStage < 0) firstStage = task.stage
    if (task.stage == firstStage) firstTasks += sum
    else {
      val key = (task.stage, task.stageAttempt)
      val before = reads.getOrElse(key, CacheReads(task.stage, task.stageAttempt, TaskSum(), TaskSum(), TaskSum()))
      reads(key) =
        if (!wasStored) before.copy(nowhere = before.nowhere + sum)
        else if (block.exists(_.memory)) before.copy(memory = before.memory + sum)
        else before.copy(disk = before.disk + sum)
    }
  }

  def evictionCount: Long = evictions.count

  def facts(isMapped: Boolean): CacheFacts = {
    val heldBytes = blocks.values.filter(_.memory).map(_.bytes).sum
    CacheFacts(
      rdd,
      StoredBlocks(storedPartitions, storedBytes, largestBytes, heldBytes, storedAgain),
      evictions,
      CacheUse(firstStage, firstTasks, lastStage, reads.values.toSeq, isUsedAgain),
      map(isMapped)
    )
  }

  private def map(isMapped: Boolean): CacheMap = {
    val size = if (isMapped) rdd.partitions else 0
    val places = new Array[Byte](size)
    val evictions = new Array[Int](size)
    blocks.foreach { case (partition, block) =>
      if (partition < size) {
        places(partition.toInt) =
          if (block.memory) CacheMap.memory else if (block.disk) CacheMap.disk else CacheMap.nowhere
        evictions(partition.toInt) = block.evictions
      }
    }
    new CacheMap(places, evictions)
  }
}

/** An executor. What it has is lost with it: blocks ask, so that the loss of one of thousands costs nothing. */
private[facts] final class BlockOwner {
  var isLost = false
}

/** Where a block is, and how often it was stored and evicted. */
private final class TrackedBlock {
  private var wasMemory, wasDisk = false

  /** The executor that has it or had it last. */
  var owner: BlockOwner = _

  /** The stage that stored it. */
  var storedBy = -1
  var stores, evictions = 0
  var bytes = 0L

  def put(executor: BlockOwner, memory: Boolean, disk: Boolean): Unit = {
    owner = executor
    wasMemory = memory
    wasDisk = disk
  }

  def memory: Boolean = wasMemory && !owner.isLost
  def disk: Boolean = wasDisk && !owner.isLost
  def isStored: Boolean = memory || disk
}
