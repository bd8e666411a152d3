package okibi.core.policy

import okibi.core.block.BlockKey

/** What a policy may ask about a block, in memory or not. Every answer is an estimate that may change between calls;
  * implementations answer in constant time, because a policy asks for each resident block at each decision.
  */
trait Knowledge {

  /** Reads of this partition expected from now on, not counting those it already had; NaN when nothing is known. */
  def uses(block: BlockKey): Double

  /** Stages until the next expected read: 0 in the running stage, positive infinity when none is expected. */
  def distance(block: BlockKey): Double

  /** Nanoseconds to have the block back after it left memory: read and deserialise it where its level keeps it on
    * disk, compute it otherwise. Always positive.
    */
  def reloadNs(block: BlockKey): Double

  /** Nanoseconds to compute the block from its lineage. Always positive. */
  def computeNs(block: BlockKey): Double

  /** Bytes in memory, measured if the block was ever there, else estimated from its siblings. Always positive. */
  def bytes(block: BlockKey): Long

  /** The other partitions that the same tasks read together with this one; empty for most. */
  def peers(block: BlockKey): Seq[BlockKey]
}
