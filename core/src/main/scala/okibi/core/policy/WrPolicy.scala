package okibi.core.policy

import okibi.core.block.BlockKey

/** Weight replacement: computing cost, uses and size in one number. */
object WrPolicy {
  val spec: PolicySpec = PolicySpec(
    name = "wr",
    rule =
      "the block with the least weight goes first, where weight = reads to come x time to compute / bytes; where nothing " +
        "is known about the future, reads so far; only more weight takes a place",
    inputs = "reads to come, else reads so far, per partition; time to compute; bytes",
    source =
      "Duan, Li, Tang, Xiao, Li: Selection and replacement algorithms for memory performance improvement in Spark, " +
        "Concurrency and Computation: Practice and Experience 28(8), 2016, which names the three factors; that they are " +
        "multiplied in this way is our reading",
    make = knowledge => new WrPolicy(knowledge)
  )
}

private final class WrPolicy(knowledge: Knowledge) extends ReadScoredPolicy(new TotalReadCounter) {
  override protected def score(block: BlockKey): Double =
    reads.expected(block, knowledge) * knowledge.computeNs(block) / knowledge.bytes(block)
}
