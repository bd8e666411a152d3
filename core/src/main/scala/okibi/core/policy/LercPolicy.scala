package okibi.core.policy

import okibi.core.block.BlockKey

/** Least effective reference count: a read is worth something only if all that its task reads is in memory. */
object LercPolicy {
  val spec: PolicySpec = PolicySpec(
    name = "lerc",
    rule =
      "as lrc, but reads count only while every partition that the same tasks read together with the block is in memory",
    inputs = "reads to come, else reads so far, per partition; peers",
    source = "Yu, Wang, Zhang, Letaief: LERC: Coordinated Cache Management for Data-Parallel Systems, GLOBECOM 2017",
    make = knowledge => new LercPolicy(knowledge)
  )
}

private final class LercPolicy(knowledge: Knowledge) extends ReadScoredPolicy(new TotalReadCounter) {
  override protected def score(block: BlockKey): Double =
    if (knowledge.peers(block).forall(resident.contains)) reads.expected(block, knowledge) else 0.0
}
