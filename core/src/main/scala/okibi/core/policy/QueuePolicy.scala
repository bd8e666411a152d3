package okibi.core.policy

import okibi.core.block.BlockKey

/** A policy that is one queue: it evicts from the front, and any block of another RDD may replace a block.
  *
  * @param byRead whether a read moves a block to the end of the queue
  */
private[policy] final class QueuePolicy(byRead: Boolean) extends Policy {
  private val resident = new Residents(byRead)

  override def onRead(block: BlockKey): Unit = resident.read(block)
  override def onPut(block: BlockKey): Unit = resident.put(block)
  override def onDrop(block: BlockKey): Unit = resident.drop(block)
  override def onForget(rdd: Int): Unit = resident.forget(rdd)
  override def victims: Iterator[BlockKey] = resident.inOrder
  override def replaces(candidate: BlockKey, victim: BlockKey): Boolean = candidate.rdd != victim.rdd
  override def tracked: Int = resident.size
}
