package okibi.core.policy

import okibi.core.block.BlockKey

/** Most reference distance: Belady's rule at the grain of stages. */
object Mrd {
  val spec: PolicySpec = PolicySpec(
    name = "mrd",
    rule = "the block whose next read is the most stages away goes first; only a nearer read takes a place, and equal " +
      "distances change nothing",
    inputs = "stages until the next read",
    source = "Perez, Zhou, Cheng: Reference-distance Eviction and Prefetching for Cache Management in Spark, ICPP 2018; " +
      "without its prefetching",
    make = knowledge => new Mrd(knowledge)
  )
}

private final class Mrd(knowledge: Knowledge) extends Policy {
  private val resident = new Residents(byRead = true)

  override def onRead(block: BlockKey): Unit = resident.read(block)
  override def onPut(block: BlockKey): Unit = resident.put(block)
  override def onDrop(block: BlockKey): Unit = resident.drop(block)
  override def onForget(rdd: Int): Unit = resident.forget(rdd)
  override def victims: Iterator[BlockKey] = resident.ascending(-knowledge.distance(_))
  override def replaces(candidate: BlockKey, victim: BlockKey): Boolean =
    knowledge.distance(candidate) < knowledge.distance(victim)
  override def ranked: Boolean = true
  override def tracked: Int = resident.size
}
