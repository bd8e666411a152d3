package okibi.core.policy

import java.util

import okibi.core.block.BlockKey

/** Notes about partitions that may not be in memory: those noted last, at most [[BoundedBlockMap.Most]] of them, which is a
  * few megabytes.
  */
private[policy] final class BoundedBlockMap[V] {
  private val notes = new util.LinkedHashMap[BlockKey, V] {
    override def removeEldestEntry(eldest: util.Map.Entry[BlockKey, V]): Boolean = this.size > BoundedBlockMap.Most
  }

  /** The note, or null. */
  def get(block: BlockKey): V = notes.get(block)

  /** The note, or null, taken out; putting it back makes it the last to be forgotten. */
  def take(block: BlockKey): V = notes.remove(block)
  def put(block: BlockKey, note: V): Unit = notes.put(block, note)
  def forget(rdd: Int): Unit = notes.keySet.removeIf(_.rdd == rdd)
  def size: Int = notes.size

  /** Noted or resident blocks, each once. */
  def trackedWith(residents: Residents): Int = {
    var tracked = residents.size
    val it = notes.keySet.iterator()
    while (it.hasNext) if (!residents.contains(it.next())) tracked += 1
    tracked
  }
}

private[policy] object BoundedBlockMap {
  val Most: Int = 1 << 16
}
