package okibi.core.policy

import okibi.core.block.BlockKey

/** Estimates about blocks, in memory or not, for a policy. An estimate may change between calls. Implementations answer
  * in constant time, because a policy asks for each resident block at each decision.
  */
trait Knowledge {

  /** The reads of this partition that are still expected; NaN when nothing is known about its future. */
  def readsAhead(block: BlockKey): Double

  /** The stages until the next expected read: 0 in the running stage, positive infinity when none is expected. */
  def stagesAhead(block: BlockKey): Double

  /** The reload time: nanoseconds to get the block back after it left memory. The block is read and deserialised if its
    * storage level includes disk, and recomputed otherwise. Always positive.
    */
  def reloadNs(block: BlockKey): Double

  /** The nanoseconds to compute the block from its lineage. Always positive. */
  def computeNs(block: BlockKey): Double

  /** The bytes in memory: measured if the block was ever there, else estimated from its siblings. Always positive. */
  def bytes(block: BlockKey): Long

  /** The other partitions that the same tasks read together with this one; empty for most blocks. */
  def peers(block: BlockKey): Seq[BlockKey]
}
