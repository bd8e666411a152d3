package okibi.core.policy

import okibi.core.block.BlockKey

/** Okibi's default policy. The value of a block is the time that it saves, per byte of memory.
  *
  *     value = expected reads x reload time / bytes
  *
  * On a full scan that repeats, no policy can do better than to keep the blocks of highest value and to move nothing
  * (the fractional knapsack). So the most important rule is that a tie changes nothing. A newcomer replaces a block
  * only if its value is higher by [[ValuePolicy.Margin]]. A block without expected reads has no value and is evicted
  * first; among equals, the block whose next read is furthest away.
  *
  * Where nothing is known about a block's future, recent reads stand for expected reads: a block that was read twice
  * lately is expected to be read twice more. So blocks of known and unknown future compare in the same unit. But the
  * two blocks are compared at different points of a pass: the newcomer was just read, while the read of a resident
  * block may be still to come. So a resident block of unknown future is granted one read more. This keeps parallel
  * tasks, which read a scan slightly out of order, from evicting blocks that the next task needs. It also lets a
  * newcomer of the same cost replace a block only on its second read.
  */
object ValuePolicy {

  /** The factor by which a newcomer must be worth more. Estimated sizes and measured times of equal blocks differ by a
    * tenth, and a move costs an unroll and perhaps a write. Below a quarter there is little to gain and much to lose.
    * The factor also covers the fading of read counts between two reads of one pass.
    */
  private[policy] val Margin: Double = 1.25

  val spec: PolicySpec = PolicySpec(
    name = "value",
    rule =
      "evicts the block with the lowest value, where value = expected reads x reload time / bytes; among equals, the " +
        "block with the furthest next read. Where nothing is known about the future, recent reads count as expected " +
        "reads, and blocks in memory are granted one more. A newcomer replaces a block only with a quarter more value",
    inputs = "expected reads, else recent reads, per partition; stages until the next read; reload time; bytes",
    source = "Okibi; the factors are those of WR (2016), LCS (2017) and LPW (2023), the fallback is in the spirit of " +
      "TinyLFU (2017)",
    make = knowledge => new ValuePolicy(knowledge)
  )
}

private final class ValuePolicy(knowledge: Knowledge) extends ReadScoredPolicy(new FadingReadCounter) {
  private def value(block: BlockKey, granted: Double): Double =
    reads.expected(block, knowledge, granted) * knowledge.reloadNs(block) / knowledge.bytes(block)

  /** The value of a resident block, which is granted a read. */
  override protected def score(block: BlockKey): Double = value(block, granted = 1.0)
  override def victims: Iterator[BlockKey] = resident.ascending(score(_), -knowledge.stagesAhead(_))
  override def replaces(candidate: BlockKey, victim: BlockKey): Boolean =
    value(candidate, granted = 0.0) > ValuePolicy.Margin * score(victim)
}
