package okibi.core.policy

import okibi.core.block.BlockKey

/** Knowledge of blocks that are equal in everything but their real use. */
final class EqualBlockKnowledge(reads: Double) extends Knowledge {
  override def readsAhead(block: BlockKey): Double = reads
  override def stagesAhead(block: BlockKey): Double = if (reads > 0) 1.0 else Double.PositiveInfinity
  override def reloadNs(block: BlockKey): Double = 1e6
  override def computeNs(block: BlockKey): Double = 5e6
  override def bytes(block: BlockKey): Long = Trace.UnitBytes
  override def peers(block: BlockKey): Seq[BlockKey] = Nil
}
