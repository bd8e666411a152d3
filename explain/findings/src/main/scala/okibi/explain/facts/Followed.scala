package okibi.explain.facts

import scala.collection.mutable

import okibi.explain.event.{Block, Rdd, Task}

/** A persisted RDD's blocks, and the tasks that wanted them. Not thread-safe. */
private[facts] final class Followed(var rdd: Rdd) {

  /** The stage that began last of those that use it: what is stored now is stored by it. */
  var user: Int = -1
  private var isUsedAgain = false

  def usedBy(stage: Int): Unit = {
    if (user >= 0 && user != stage) isUsedAgain = true
    user = stage
  }

  /** The stage that used it before all others. */
  private var maker = -1
  private val slots = mutable.LongMap.empty[Slot]
  val reads = mutable.LinkedHashMap.empty[(Int, Int), CacheReads]
  private var making = TaskSum()
  private var (bytes, largest) = (0L, 0L)
  private var isForgotten = false
  private var (stored, drops, droppedBytes, droppedAgain, storedAgain) = (0, 0L, 0L, 0L, 0L)

  def update(partition: Int, block: Block, executor: String): Boolean = {
    val slot = slots.getOrElseUpdate(partition.toLong, new Slot)
    val isStored = block.level.memory || block.level.disk
    // One of several copies went, and another executor has the block still.
    if (!isStored && slot.isThere && slot.owner != executor) false else change(slot, block, executor)
  }

  private def change(slot: Slot, block: Block, executor: String): Boolean = {
    slot.owner = executor
    if (!slot.isThere && (block.level.memory || block.level.disk)) {
      if (isForgotten) begin()
      if (slot.stores == 0) stored += 1 else storedAgain += 1
      slot.stores += 1
      slot.storedBy = user
    }
    // Of a block that leaves memory Spark tells how much that was.
    val leaves = !block.level.memory && block.memoryBytes > 0
    if (leaves) {
      if (slot.drops > 0) droppedAgain += 1
      slot.drops += 1
      drops += 1
      droppedBytes += block.memoryBytes
    }
    slot.memory = block.level.memory
    slot.disk = block.level.disk
    if (slot.isThere) {
      val now = math.max(block.memoryBytes, block.diskBytes)
      bytes += now - slot.bytes
      slot.bytes = now
      largest = math.max(largest, now)
    }
    leaves
  }

  def lost(executor: String): Unit = slots.values.foreach { slot =>
    if (slot.owner == executor) {
      slot.memory = false
      slot.disk = false
    }
  }

  /** What was stored is told of until it is persisted and stored anew. */
  def forget(): Unit = {
    slots.clear()
    isForgotten = true
  }

  private def begin(): Unit = {
    isForgotten = false
    stored = 0
    bytes = 0
  }

  /** Whether all of it was stored. */
  def isWhole: Boolean = !isForgotten && stored >= rdd.partitions

  def isEmpty: Boolean = slots.isEmpty

  def add(task: Task): Unit = {
    val sum = TaskSum(1, math.max(0, task.finished - task.launched))
    val slot = slots.get(task.index.toLong)
    val wasThere = slot.exists(its => its.isThere && its.storedBy != task.stage)
    if (maker < 0) maker = task.stage
    if (task.stage == maker) making += sum
    else {
      val key = (task.stage, task.stageAttempt)
      val before = reads.getOrElse(key, CacheReads(task.stage, task.stageAttempt, TaskSum(), TaskSum(), TaskSum()))
      reads(key) =
        if (!wasThere) before.copy(nowhere = before.nowhere + sum)
        else if (slot.exists(_.memory)) before.copy(memory = before.memory + sum)
        else before.copy(disk = before.disk + sum)
    }
  }

  def lostBlocks: Long = drops

  def facts(isMapped: Boolean): CacheFacts = CacheFacts(
    rdd,
    stored,
    bytes,
    largest,
    slots.values.filter(_.memory).map(_.bytes).sum,
    user,
    drops,
    droppedBytes,
    droppedAgain,
    storedAgain,
    map(isMapped),
    maker,
    making,
    reads.values.toSeq,
    isUsedAgain
  )

  private def map(isMapped: Boolean): CacheMap = {
    val size = if (isMapped) rdd.partitions else 0
    val places = new Array[Byte](size)
    val drops = new Array[Int](size)
    slots.foreach { case (partition, slot) =>
      if (partition < size) {
        places(partition.toInt) =
          if (slot.memory) CacheMap.memory else if (slot.disk) CacheMap.disk else CacheMap.nowhere
        drops(partition.toInt) = slot.drops
      }
    }
    new CacheMap(places, drops)
  }
}

/** Where a block is, since which stage, and how often it came and left. */
private final class Slot {
  var memory, disk = false
  var storedBy = -1
  var stores, drops = 0

  /** The executor that has it, or had it. */
  var owner = ""
  var bytes = 0L
  def isThere: Boolean = memory || disk
}
