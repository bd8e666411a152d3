package okibi.core.policy

import scala.collection.mutable

import okibi.core.block.BlockKey

/** A policy that also records the blocks in memory and the evictions.
  *
  * @param bytes returns the size of a block, always the same for one block
  */
final class RecordedPolicy(policy: Policy, bytes: BlockKey => Long) extends Policy {
  private val inMemory = mutable.Set.empty[BlockKey]

  def resident: collection.Set[BlockKey] = inMemory
  def usedBytes: Long = inMemory.iterator.map(bytes).sum

  /** The number of drops. */
  var drops: Int = 0

  override def onRead(block: BlockKey): Unit = policy.onRead(block)
  override def onPut(block: BlockKey): Unit = {
    inMemory += block
    policy.onPut(block)
  }
  override def onDrop(block: BlockKey): Unit = {
    inMemory -= block
    drops += 1
    policy.onDrop(block)
  }
  override def onForget(rdd: Int): Unit = policy.onForget(rdd)
  override def victims: Iterator[BlockKey] = policy.victims
  override def replaces(candidate: BlockKey, victim: BlockKey): Boolean = policy.replaces(candidate, victim)
  override def ranked: Boolean = policy.ranked
  override def tracked: Int = policy.tracked
}
