package okibi.core.policy

import okibi.core.block.BlockKey

/** A policy that scores blocks by their number of reads. */
private[policy] abstract class ReadScoredPolicy(protected final val reads: ReadCounter) extends ScoredPolicy {
  override def onRead(block: BlockKey): Unit = {
    reads.read(block)
    super.onRead(block)
  }
  override def onForget(rdd: Int): Unit = {
    reads.forget(rdd)
    super.onForget(rdd)
  }
  override def tracked: Int = reads.trackedWith(resident)
}
