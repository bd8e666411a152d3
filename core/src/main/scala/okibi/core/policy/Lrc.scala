package okibi.core.policy

import okibi.core.block.BlockKey

/** Least reference count, counted per partition. */
object Lrc {
  val spec: PolicySpec = PolicySpec(
    name = "lrc",
    rule = "the block with the fewest reads to come goes first; where nothing is known about the future, the one with the " +
      "fewest reads so far; only a higher count takes a place, and equal counts change nothing",
    inputs = "reads to come, else reads so far, per partition",
    source = "Yu, Wang, Zhang, Letaief: LRC: Dependency-Aware Cache Management for Data Analytics Clusters, INFOCOM 2017; " +
      "counted per partition, from the first read on, as Hayase, Inagaki, Kawashima and Matsuo do for Spark",
    make = knowledge => new Lrc(knowledge)
  )
}

private final class Lrc(knowledge: Knowledge) extends Policy {
  private val resident = new Residents(byRead = true)
  private val reads = new ReadCounts

  private def count(block: BlockKey): Double = {
    val uses = knowledge.uses(block)
    if (uses.isNaN) reads.of(block) else uses
  }

  override def onRead(block: BlockKey): Unit = {
    reads.read(block)
    resident.read(block)
  }
  override def onPut(block: BlockKey): Unit = resident.put(block)
  override def onDrop(block: BlockKey): Unit = resident.drop(block)
  override def onForget(rdd: Int): Unit = {
    reads.forget(rdd)
    resident.forget(rdd)
  }
  override def victims: Iterator[BlockKey] = resident.ascending(count(_))
  override def replaces(candidate: BlockKey, victim: BlockKey): Boolean = count(victim) < count(candidate)
  override def ranked: Boolean = true
  override def tracked: Int = reads.trackedWith(resident)
}
