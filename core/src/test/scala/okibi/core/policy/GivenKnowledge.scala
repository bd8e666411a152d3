package okibi.core.policy

import okibi.core.block.BlockKey

/** Knowledge of equal blocks without a known future, except for the values that a test gives. */
final case class GivenKnowledge(
    expectedReads: Map[BlockKey, Double] = Map.empty,
    stages: Map[BlockKey, Double] = Map.empty,
    reloads: Map[BlockKey, Double] = Map.empty,
    computes: Map[BlockKey, Double] = Map.empty,
    sizes: Map[BlockKey, Long] = Map.empty,
    together: Map[BlockKey, Seq[BlockKey]] = Map.empty
) extends Knowledge {
  override def readsAhead(block: BlockKey): Double = expectedReads.getOrElse(block, Double.NaN)
  override def stagesAhead(block: BlockKey): Double = stages.getOrElse(block, Double.PositiveInfinity)
  override def reloadNs(block: BlockKey): Double = reloads.getOrElse(block, 100.0)
  override def computeNs(block: BlockKey): Double = computes.getOrElse(block, 100.0)
  override def bytes(block: BlockKey): Long = sizes.getOrElse(block, 10L)
  override def peers(block: BlockKey): Seq[BlockKey] = together.getOrElse(block, Nil)

  /** A policy with this knowledge, which has read and put the blocks in their order. */
  def policy(spec: PolicySpec, blocks: BlockKey*): Policy = {
    val policy = spec.make(this)
    blocks.foreach { block =>
      policy.onRead(block)
      policy.onPut(block)
    }
    policy
  }
}
