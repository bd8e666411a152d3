package okibi.core.policy

import okibi.core.block.BlockKey

/** Least effective reference count: a read is worth something only if all that its task reads is in memory. */
object Lerc {
  val spec: PolicySpec = PolicySpec(
    name = "lerc",
    rule = "as lrc, but reads count only while every partition that the same tasks read together with the block is in memory",
    inputs = "reads to come, else reads so far, per partition; peers",
    source = "Yu, Wang, Zhang, Letaief: LERC: Coordinated Cache Management for Data-Parallel Systems, GLOBECOM 2017",
    make = knowledge => new Lerc(knowledge)
  )
}

private final class Lerc(knowledge: Knowledge) extends Policy {
  private val resident = new Residents(byRead = true)
  private val reads = new ReadCounts

  private def count(block: BlockKey): Double =
    if (!knowledge.peers(block).forall(resident.contains)) 0.0
    else {
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
