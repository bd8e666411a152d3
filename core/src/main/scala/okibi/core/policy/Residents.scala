package okibi.core.policy

import java.util
import java.util.function.ToDoubleFunction

import okibi.core.block.BlockKey

/** The blocks in memory as a policy knows them, in the order of their put or of their last read. Not thread-safe.
  *
  * @param byRead whether a read moves a block to the end, so that the block unread for longest comes first
  */
private[policy] final class Residents(byRead: Boolean) {
  private val blocks = new util.LinkedHashMap[BlockKey, BlockKey](64, 0.75f, byRead)

  /** Moves a resident block to the end, if the order is by read. Ignores blocks that are not resident. */
  def read(block: BlockKey): Unit = blocks.get(block)
  def put(block: BlockKey): Unit = blocks.put(block, block)
  def drop(block: BlockKey): Unit = blocks.remove(block)
  def forget(rdd: Int): Unit = blocks.keySet.removeIf(_.rdd == rdd)
  def contains(block: BlockKey): Boolean = blocks.containsKey(block)
  def size: Int = blocks.size

  /** The blocks in the order of this collection. */
  def inOrder: Iterator[BlockKey] = new CollectionIterator(blocks.keySet)

  /** The blocks by ascending score; equal scores keep the order of this collection. */
  def ascending(score: ToDoubleFunction[BlockKey]): Iterator[BlockKey] = ascending(score, null)

  /** The blocks by ascending score, then by ascending `second` score, then in the order of this collection.
    *
    * @param second null for no second score
    */
  def ascending(score: ToDoubleFunction[BlockKey], second: ToDoubleFunction[BlockKey]): Iterator[BlockKey] =
    Ranking.ascending(blocks.keySet.toArray(new Array[BlockKey](blocks.size)), score, second)
}
