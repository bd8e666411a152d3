package okibi.core.policy

import okibi.core.block.BlockKey

/** Least reference count, counted per partition. */
object LrcPolicy {
  val spec: PolicySpec = PolicySpec(
    name = "lrc",
    rule =
      "the block with the fewest reads to come goes first; where nothing is known about the future, the one with the " +
        "fewest reads so far; only a higher count takes a place, and equal counts change nothing",
    inputs = "reads to come, else reads so far, per partition",
    source =
      "Yu, Wang, Zhang, Letaief: LRC: Dependency-Aware Cache Management for Data Analytics Clusters, INFOCOM 2017; " +
        "counted per partition, from the first read on, as Hayase, Inagaki, Kawashima and Matsuo do for Spark",
    make = knowledge => new LrcPolicy(knowledge)
  )
}

private final class LrcPolicy(knowledge: Knowledge) extends ReadScoredPolicy(new TotalReadCounter) {
  override protected def score(block: BlockKey): Double = reads.expected(block, knowledge)
}
