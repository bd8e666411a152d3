package okibi.core.policy

import scala.collection.mutable

import okibi.core.block.BlockKey

/** The smallest cache that drives a policy: it replays reads and holds no data. A block that is not in memory enters if
  * there is room, or if it may replace enough victims. Otherwise it bypasses memory. Not thread-safe.
  *
  * @param bytes returns the size of a block, always the same for one block
  * @param tasks the number of latest reads that hold their block, so that it cannot be evicted
  */
final class ReplayCache(policy: Policy, capacityBytes: Long, bytes: BlockKey => Long, tasks: Int) {
  private val inMemory = mutable.Set.empty[BlockKey]
  private var held = Vector.empty[BlockKey]
  private var usedBytes = 0L

  /** Replays a read. Returns whether the block was in memory.
    *
    * @param together blocks that the same task uses, which cannot be evicted for this one
    */
  def read(block: BlockKey, together: Set[BlockKey] = Set.empty): Boolean = {
    policy.onRead(block)
    val hit = inMemory(block)
    if (!hit) admit(block, together)
    held = (held :+ block).takeRight(tasks)
    hit
  }

  def unpersist(rdd: Int): Unit = {
    held = held.filter(_.rdd != rdd)
    inMemory.filter(_.rdd == rdd).toList.foreach(drop)
    policy.onForget(rdd)
  }

  private def admit(block: BlockKey, together: Set[BlockKey]): Unit = {
    var wantedBytes = bytes(block) - (capacityBytes - usedBytes)
    val leaving = mutable.ListBuffer.empty[BlockKey]
    val victims = policy.victims
    var refused = bytes(block) > capacityBytes
    while (wantedBytes > 0 && !refused && victims.hasNext) {
      val victim = victims.next()
      if (!held.contains(victim) && !together(victim)) {
        if (policy.replaces(block, victim)) {
          leaving += victim
          wantedBytes -= bytes(victim)
        } else refused = policy.ranked
      }
    }
    if (wantedBytes <= 0 && !refused) {
      leaving.foreach(drop)
      inMemory += block
      usedBytes += bytes(block)
      policy.onPut(block)
    }
  }

  private def drop(block: BlockKey): Unit = {
    inMemory -= block
    usedBytes -= bytes(block)
    policy.onDrop(block)
  }
}
