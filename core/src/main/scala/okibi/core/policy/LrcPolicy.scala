package okibi.core.policy

import okibi.core.block.BlockKey

/** Least reference count, with a count for each partition. */
object LrcPolicy {
  val spec: PolicySpec = PolicySpec(
    name = "lrc",
    rule =
      "evicts the block with the fewest expected reads; past reads count where nothing is known about the future. " +
        "Only a block with a higher count replaces another; equal counts change nothing",
    inputs = "expected reads, else past reads, per partition",
    source =
      "Yu, Wang, Zhang, Letaief: LRC: Dependency-Aware Cache Management for Data Analytics Clusters, INFOCOM 2017; " +
        "counted per partition, from the first read on, as Hayase, Inagaki, Kawashima and Matsuo do for Spark",
    make = knowledge => new LrcPolicy(knowledge)
  )
}

private final class LrcPolicy(knowledge: Knowledge) extends ReadScoredPolicy(new TotalReadCounter) {
  override protected def score(block: BlockKey): Double = reads.expected(block, knowledge)
}
