package okibi.core.policy

import java.util

import okibi.core.block.BlockKey

/** A map from partitions, in memory or not, to values. It keeps the last [[BoundedBlockMap.Most]] entries that were
  * put, which take a few megabytes. Not thread-safe.
  */
private[policy] final class BoundedBlockMap[V] {
  private val values = new util.LinkedHashMap[BlockKey, V] {
    override def removeEldestEntry(eldest: util.Map.Entry[BlockKey, V]): Boolean = this.size > BoundedBlockMap.Most
  }

  /** The value, or null. */
  def get(block: BlockKey): V = values.get(block)

  /** Removes and returns the value, or null. Putting it back makes its entry the newest. */
  def take(block: BlockKey): V = values.remove(block)
  def put(block: BlockKey, value: V): Unit = values.put(block, value)
  def forget(rdd: Int): Unit = values.keySet.removeIf(_.rdd == rdd)
  def size: Int = values.size

  /** The number of blocks that are in this map or resident. */
  def trackedWith(residents: Residents): Int = {
    var tracked = residents.size
    val blocks = values.keySet.iterator()
    while (blocks.hasNext) if (!residents.contains(blocks.next())) tracked += 1
    tracked
  }
}

private[policy] object BoundedBlockMap {
  val Most: Int = 1 << 16
}
