package okibi.core.policy

import okibi.core.block.BlockKey

/** Counts the reads of each partition, in memory or not. */
private[policy] trait ReadCounter {
  def read(block: BlockKey): Unit
  def of(block: BlockKey): Double
  def forget(rdd: Int): Unit

  /** Reads to come; where nothing is known about the future, those counted and so many more. */
  final def expected(block: BlockKey, knowledge: Knowledge, granted: Double = 0.0): Double = {
    val uses = knowledge.uses(block)
    if (uses.isNaN) of(block) + granted else uses
  }

  /** Counted or resident blocks, each once. */
  def trackedWith(residents: Residents): Int
}
