package okibi.core.policy

import okibi.core.block.BlockKey

/** Counts the reads of each partition, in memory or not. Not thread-safe. */
private[policy] trait ReadCounter {
  def read(block: BlockKey): Unit

  /** The count of a block; 0 for a block that was never read. */
  def of(block: BlockKey): Double
  def forget(rdd: Int): Unit

  /** The expected reads of a block; where nothing is known about its future, its count plus `granted`. */
  final def expected(block: BlockKey, knowledge: Knowledge, granted: Double = 0.0): Double = {
    val uses = knowledge.readsAhead(block)
    if (uses.isNaN) of(block) + granted else uses
  }

  /** The number of blocks that are counted or resident. */
  def trackedWith(residents: Residents): Int
}
