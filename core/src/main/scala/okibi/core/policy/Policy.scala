package okibi.core.policy

import okibi.core.block.BlockKey

/** Decides which cached partitions stay in memory. A policy sees every read, put and drop, ranks what is resident and
  * says whether a newcomer is worth a resident's place; it moves nothing itself. What cannot be moved (blocks that are
  * being read, the other memory mode) is left out by the caller.
  *
  * Not thread-safe: the store calls it under one lock of its own. `victims` is read before the next call.
  */
trait Policy {

  /** The block was read, from memory, disk or by computing it. Called once a task's read, before any put it causes. */
  def onRead(block: BlockKey): Unit

  /** The block is in memory now. */
  def onPut(block: BlockKey): Unit

  /** The block left memory; it may still be on disk and may come back. */
  def onDrop(block: BlockKey): Unit

  /** The RDD was unpersisted: nothing of it may be remembered. Its resident blocks were dropped before. */
  def onForget(rdd: Int): Unit

  /** Resident blocks, the first to go first. */
  def victims: Iterator[BlockKey]

  /** Whether `candidate`, which is not in memory, should take the place of `victim`, which is. Must be false on a tie
    * inside one RDD: a scan that pushes out what the next scan needs is how caches thrash.
    */
  def replaces(candidate: BlockKey, victim: BlockKey): Boolean

  /** Whether `victims` and `replaces` follow one order: once a candidate may not replace a victim, it may replace none of
    * those that follow, and the caller may stop there. False where an RDD must not push out its own blocks.
    */
  def ranked: Boolean = false

  /** Number of blocks that the policy remembers, resident or not: bounded, and zero when every RDD was forgotten. */
  def tracked: Int
}
