package okibi.core.policy

import java.util

import okibi.core.block.BlockKey

/** Least recently used, with Spark's rule that an RDD does not push out its own blocks (SPARK-1194). */
object Lru {
  val spec: PolicySpec = PolicySpec(
    name = "lru",
    rule = "the block that was not read for the longest time goes first; an RDD never pushes out its own blocks",
    inputs = "reads",
    source = "Spark's MemoryStore; SPARK-1194",
    make = _ => new Lru
  )
}

private final class Lru extends Policy {
  // Access order: the eldest read first.
  private val resident = new util.LinkedHashMap[BlockKey, BlockKey](64, 0.75f, true)

  override def onRead(block: BlockKey): Unit = resident.get(block)
  override def onPut(block: BlockKey): Unit = resident.put(block, block)
  override def onDrop(block: BlockKey): Unit = resident.remove(block)
  override def onForget(rdd: Int): Unit = resident.keySet.removeIf(_.rdd == rdd)
  override def victims: Iterator[BlockKey] = new Iterator[BlockKey] {
    private val it = resident.keySet.iterator()
    override def hasNext: Boolean = it.hasNext
    override def next(): BlockKey = it.next()
  }
  override def replaces(candidate: BlockKey, victim: BlockKey): Boolean = candidate.rdd != victim.rdd
  override def tracked: Int = resident.size
}
