package okibi.core.policy

import okibi.core.block.BlockKey

/** Policies that give each block a score: the lowest goes first, the one unread for longest among equals; only a higher one
  * takes a place, and a tie changes nothing. `victims` is a copy, which may be read on after other calls.
  */
private[policy] abstract class ScoredPolicy extends Policy {
  protected final val resident = new Residents(byRead = true)

  /** Of a resident block, or of one that asks for a place; never NaN. */
  protected def score(block: BlockKey): Double

  override def onRead(block: BlockKey): Unit = resident.read(block)
  override def onPut(block: BlockKey): Unit = resident.put(block)
  override def onDrop(block: BlockKey): Unit = resident.drop(block)
  override def onForget(rdd: Int): Unit = resident.forget(rdd)
  override def victims: Iterator[BlockKey] = resident.ascending(score(_))
  override def replaces(candidate: BlockKey, victim: BlockKey): Boolean = score(victim) < score(candidate)
  override def ranked: Boolean = true
  override def tracked: Int = resident.size
}
