package okibi.core.policy

import okibi.core.block.BlockKey

/** TinyLFU's comparison of frequencies, for blocks that are few and large. */
object TinyLfuPolicy {

  /** A candidate was just read for the n-th time, while the n-th read of a resident block in the same pass may be still
    * to come. So a resident block is granted one read more. A tenth on top covers the fading of counts between two
    * reads of one pass.
    */
  private[policy] val Margin: Double = 1.1

  val spec: PolicySpec = PolicySpec(
    name = "tinylfu",
    rule =
      "evicts the block with the fewest recent reads; a newcomer needs more than the victim's reads plus one, and a " +
        "tenth on top",
    inputs = "recent reads, in memory or not, per partition",
    source =
      "Einziger, Friedman, Manes: TinyLFU: A Highly Efficient Cache Admission Policy, ACM Transactions on Storage " +
        "13(4), 2017; counts are exact and fade continuously, and there is no window, which would be less than one " +
        "block",
    make = _ => new TinyLfuPolicy
  )
}

private final class TinyLfuPolicy extends ReadScoredPolicy(new FadingReadCounter) {
  override protected def score(block: BlockKey): Double = reads.of(block)
  override def replaces(candidate: BlockKey, victim: BlockKey): Boolean =
    score(candidate) > TinyLfuPolicy.Margin * (score(victim) + 1.0)
}
