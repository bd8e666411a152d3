package okibi.core.policy

import okibi.core.block.BlockKey

/** Okibi's default: what a block saves, per byte of memory.
  *
  *     value = reads to come x time to have it back / bytes
  *
  * On a full scan that repeats, the best any policy can do is to keep the blocks of highest value and move nothing (the
  * fractional knapsack). So the rule that matters most is what happens on a tie: nothing. A newcomer takes a place only
  * if its value is higher by [[ValuePolicy.Margin]]. A block with no read to come has no value and goes first; among equals,
  * the one whose next read is furthest.
  *
  * Where nothing is known about a block's future, reads of late stand for reads to come (what was read twice lately will
  * be read twice more), so that known and unknown blocks compare in the same unit. They are seen at different points of a
  * pass, though: the newcomer was just read, while a resident block's read may be still to come, so a resident block
  * of unknown future is granted one read more. That keeps parallel tasks, which read one scan in jitter, from pushing
  * out what the next of them wants; and it makes a place go to a newcomer of the same cost only on its second read.
  */
object ValuePolicy {

  /** How much more a newcomer must be worth. Estimated sizes and measured times of equal blocks differ by a tenth, and a
    * move costs an unroll and perhaps a write: below a quarter there is little to gain and much to lose. It also covers
    * how far counts of reads fade between two reads of one pass.
    */
  private[policy] val Margin: Double = 1.25

  val spec: PolicySpec = PolicySpec(
    name = "value",
    rule =
      "the block with the lowest value goes first, where value = reads to come x time to have it back / bytes, the " +
        "furthest next read first among equals; where nothing is known about the future, reads of late, and one more for what " +
        "is in memory; only a quarter more value takes a place",
    inputs =
      "reads to come, else reads of late, per partition; stages until the next read; time to have it back; bytes",
    source =
      "Okibi; the factors are those of WR (2016), LCS (2017) and LPW (2023), the fallback is in the spirit of TinyLFU (2017)",
    make = knowledge => new ValuePolicy(knowledge)
  )
}

private final class ValuePolicy(knowledge: Knowledge) extends ReadScoredPolicy(new FadingReadCounter) {
  private def value(block: BlockKey, granted: Double): Double =
    reads.expected(block, knowledge, granted) * knowledge.reloadNs(block) / knowledge.bytes(block)

  /** Of a resident block; a newcomer is granted nothing. */
  override protected def score(block: BlockKey): Double = value(block, granted = 1.0)
  override def victims: Iterator[BlockKey] = resident.ascending(score(_), -knowledge.distance(_))
  override def replaces(candidate: BlockKey, victim: BlockKey): Boolean =
    value(candidate, granted = 0.0) > ValuePolicy.Margin * score(victim)
}
