package okibi.core.policy

import okibi.core.block.BlockKey

/** Policies that give each block a score made of its reads: the lowest goes first, only a higher one takes a place, and a tie
  * changes nothing.
  */
private[policy] abstract class ScoredByReads(knowledge: Knowledge) extends Policy {
  protected final val resident = new Residents(byRead = true)
  private val soFar = new ReadCounts

  protected def score(block: BlockKey): Double

  /** Reads to come; where nothing is known about the future, reads so far. */
  protected final def reads(block: BlockKey): Double = {
    val uses = knowledge.uses(block)
    if (uses.isNaN) soFar.of(block) else uses
  }

  override def onRead(block: BlockKey): Unit = {
    soFar.read(block)
    resident.read(block)
  }
  override def onPut(block: BlockKey): Unit = resident.put(block)
  override def onDrop(block: BlockKey): Unit = resident.drop(block)
  override def onForget(rdd: Int): Unit = {
    soFar.forget(rdd)
    resident.forget(rdd)
  }
  override def victims: Iterator[BlockKey] = resident.ascending(score(_))
  override def replaces(candidate: BlockKey, victim: BlockKey): Boolean = score(victim) < score(candidate)
  override def ranked: Boolean = true
  override def tracked: Int = soFar.trackedWith(resident)
}
