package okibi.core.policy

import okibi.core.block.BlockKey

/** A policy that gives each block a score. It evicts the block with the lowest score, among equals the block unread for
  * longest. Only a block with a higher score replaces another; a tie changes nothing. `victims` is a copy, which the
  * caller may read on after other calls.
  */
private[policy] abstract class ScoredPolicy extends Policy {
  protected final val resident = new Residents(byRead = true)

  /** The score of a resident block or of a candidate; never NaN. */
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
