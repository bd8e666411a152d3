package okibi.core.policy

import okibi.core.block.BlockKey

/** Least effective reference count: a read counts only if memory holds everything that its task reads. */
object LercPolicy {
  val spec: PolicySpec = PolicySpec(
    name = "lerc",
    rule =
      "like lrc, but reads count only while all partitions that the same tasks read together with the block are in " +
        "memory",
    inputs = "expected reads, else past reads, per partition; peers",
    source = "Yu, Wang, Zhang, Letaief: LERC: Coordinated Cache Management for Data-Parallel Systems, GLOBECOM 2017",
    make = knowledge => new LercPolicy(knowledge)
  )
}

private final class LercPolicy(knowledge: Knowledge) extends ReadScoredPolicy(new TotalReadCounter) {
  override protected def score(block: BlockKey): Double =
    if (knowledge.peers(block).forall(resident.contains)) reads.expected(block, knowledge) else 0.0
}
