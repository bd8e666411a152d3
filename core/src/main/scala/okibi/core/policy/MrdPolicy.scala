package okibi.core.policy

import okibi.core.block.BlockKey

/** Most reference distance: Belady's rule, with time measured in stages. */
object MrdPolicy {
  val spec: PolicySpec = PolicySpec(
    name = "mrd",
    rule =
      "evicts the block whose next read is the most stages away. Only a block with a nearer read replaces another; " +
        "equal distances change nothing",
    inputs = "stages until the next read",
    source =
      "Perez, Zhou, Cheng: Reference-distance Eviction and Prefetching for Cache Management in Spark, ICPP 2018; " +
        "without its prefetching",
    make = knowledge => new MrdPolicy(knowledge)
  )
}

private final class MrdPolicy(knowledge: Knowledge) extends ScoredPolicy {
  override protected def score(block: BlockKey): Double = -knowledge.stagesAhead(block)
}
