package okibi.core.policy

import okibi.core.block.BlockKey

/** Decides which cached partitions stay in memory. A policy is told every read, put and drop. It ranks the resident
  * blocks and decides whether a newcomer may replace a resident block. It moves no block itself. The caller skips
  * blocks that it cannot move: blocks that are being read, and blocks of the other memory mode.
  *
  * Not thread-safe: the store calls it under a lock of the store. The caller reads `victims` before its next call.
  */
trait Policy {

  /** A task read the block: from memory, from disk or by computing it. Called once for each read of a task, before the
    * put that the read may cause.
    */
  def onRead(block: BlockKey): Unit

  /** The block entered memory. */
  def onPut(block: BlockKey): Unit

  /** The block left memory. It may still be on disk and may return. */
  def onDrop(block: BlockKey): Unit

  /** The RDD was unpersisted, and its resident blocks were dropped before. The policy must forget the RDD. */
  def onForget(rdd: Int): Unit

  /** The resident blocks in the order in which they are evicted. */
  def victims: Iterator[BlockKey]

  /** Whether `candidate`, which is not in memory, should replace `victim`, which is in memory. Must be false on a tie
    * inside one RDD: a cache thrashes when a scan evicts blocks that the next scan needs.
    */
  def replaces(candidate: BlockKey, victim: BlockKey): Boolean

  /** Whether `victims` and `replaces` follow one order: if a candidate may not replace a victim, it may replace none of
    * the later victims either, and the caller may stop there. False where an RDD must not evict its own blocks.
    */
  def ranked: Boolean = false

  /** The number of blocks that the policy remembers, resident or not. Bounded, and zero once every RDD was forgotten.
    */
  def tracked: Int
}
