package okibi.core.policy

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
  private val resident = new Residents(byRead = true)

  override def onRead(block: BlockKey): Unit = resident.read(block)
  override def onPut(block: BlockKey): Unit = resident.put(block)
  override def onDrop(block: BlockKey): Unit = resident.drop(block)
  override def onForget(rdd: Int): Unit = resident.forget(rdd)
  override def victims: Iterator[BlockKey] = resident.inOrder
  override def replaces(candidate: BlockKey, victim: BlockKey): Boolean = candidate.rdd != victim.rdd
  override def tracked: Int = resident.size
}
