package okibi.core.policy

import okibi.core.block.BlockKey

/** Weight replacement: compute time, reads and size in one number. */
object WrPolicy {
  val spec: PolicySpec = PolicySpec(
    name = "wr",
    rule = "evicts the block with the least weight, where weight = expected reads x compute time / bytes. Past reads " +
      "count where nothing is known about the future; only a block with more weight replaces another",
    inputs = "expected reads, else past reads, per partition; compute time; bytes",
    source =
      "Duan, Li, Tang, Xiao, Li: Selection and replacement algorithms for memory performance improvement in Spark, " +
        "Concurrency and Computation: Practice and Experience 28(8), 2016, which names the three factors; this " +
        "product of them is our interpretation",
    make = knowledge => new WrPolicy(knowledge)
  )
}

private final class WrPolicy(knowledge: Knowledge) extends ReadScoredPolicy(new TotalReadCounter) {
  override protected def score(block: BlockKey): Double =
    reads.expected(block, knowledge) * knowledge.computeNs(block) / knowledge.bytes(block)
}
