package okibi.core.policy

import scala.collection.mutable

import okibi.core.block.BlockKey

/** A memory as small as one can be, for reads that are played to a policy: bytes, what is resident, blocks that tasks hold. A newcomer enters if there is room, or if it may replace
  * enough of the victims; else it is bypassed. Not thread-safe.
  *
  * @param bytes of a block, always the same
  * @param tasks how many reads at a time hold their block, so that it cannot be evicted
  */
final class ReplayCache(policy: Policy, capacity: Long, bytes: BlockKey => Long, tasks: Int) {
  private val inMemory = mutable.Set.empty[BlockKey]
  private var held = Vector.empty[BlockKey]
  private var used = 0L
  private var evicted = 0

  def resident: collection.Set[BlockKey] = inMemory
  def usedBytes: Long = used

  /** Blocks that left for others. */
  def evictions: Int = evicted

  /** Whether the block was in memory. */
  def read(block: BlockKey): Boolean = {
    policy.onRead(block)
    val hit = inMemory(block)
    if (!hit) admit(block)
    held = (held :+ block).takeRight(tasks)
    hit
  }

  def unpersist(rdd: Int): Unit = {
    held = held.filter(_.rdd != rdd)
    inMemory.filter(_.rdd == rdd).toList.foreach(drop)
    policy.onForget(rdd)
  }

  private def admit(block: BlockKey): Unit = {
    var wanted = bytes(block) - (capacity - used)
    val leaving = mutable.ListBuffer.empty[BlockKey]
    val victims = policy.victims
    var refused = bytes(block) > capacity
    while (wanted > 0 && !refused && victims.hasNext) {
      val victim = victims.next()
      if (!held.contains(victim)) {
        if (policy.replaces(block, victim)) {
          leaving += victim
          wanted -= bytes(victim)
        } else refused = policy.ranked
      }
    }
    if (wanted <= 0 && !refused) {
      leaving.foreach(drop)
      evicted += leaving.size
      inMemory += block
      used += bytes(block)
      policy.onPut(block)
    }
  }

  private def drop(block: BlockKey): Unit = {
    inMemory -= block
    used -= bytes(block)
    policy.onDrop(block)
  }
}
