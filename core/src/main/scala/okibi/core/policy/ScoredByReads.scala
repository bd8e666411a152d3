package okibi.core.policy

import okibi.core.block.BlockKey

/** Policies that count reads, to score by them. */
private[policy] abstract class ScoredByReads(protected final val reads: Reads) extends Scored {
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
