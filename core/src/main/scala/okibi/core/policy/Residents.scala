package okibi.core.policy

import java.util
import java.util.function.ToDoubleFunction

import okibi.core.block.BlockKey

/** The blocks a policy knows to be in memory, in the order in which they were put, or last read.
  *
  * @param byRead whether a read moves a block to the end, so that the one unread for the longest time comes first
  */
private[policy] final class Residents(byRead: Boolean) {
  private val blocks = new util.LinkedHashMap[BlockKey, BlockKey](64, 0.75f, byRead)

  /** Moves a resident block to the end, if reads count; nothing happens for others. */
  def read(block: BlockKey): Unit = blocks.get(block)
  def put(block: BlockKey): Unit = blocks.put(block, block)
  def drop(block: BlockKey): Unit = blocks.remove(block)
  def forget(rdd: Int): Unit = blocks.keySet.removeIf(_.rdd == rdd)
  def contains(block: BlockKey): Boolean = blocks.containsKey(block)
  def size: Int = blocks.size

  /** In their own order. */
  def inOrder: Iterator[BlockKey] = new CollectionIterator(blocks.keySet)

  /** Lowest score first; their own order decides between equals. */
  def ascending(score: ToDoubleFunction[BlockKey]): Iterator[BlockKey] = ascending(score, null)

  /** Lowest score first, then lowest `second` (none if null), then their own order. */
  def ascending(score: ToDoubleFunction[BlockKey], second: ToDoubleFunction[BlockKey]): Iterator[BlockKey] =
    Ranking.ascending(blocks.keySet.toArray(new Array[BlockKey](blocks.size)), score, second)
}
