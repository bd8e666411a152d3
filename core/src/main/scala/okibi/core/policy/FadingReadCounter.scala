package okibi.core.policy

import okibi.core.block.BlockKey

/** How often each partition was read of late, in memory or not: what is left to go by when nothing is known about the
  * future. In the spirit of TinyLFU (Einziger, Friedman, Manes: ACM Transactions on Storage 13(4), 2017), with two
  * changes that partitions allow or ask for:
  *
  *  - counts are exact, because there are thousands of partitions and not millions of objects;
  *  - they fade continuously instead of being halved all at once, so that two partitions of one scan never differ by
  *    the accident of standing on different sides of a halving.
  *
  * Bounded like [[BoundedBlockMap]].
  */
private[policy] final class FadingReadCounter extends ReadCounter {
  import FadingReadCounter._

  private val counts = new BoundedBlockMap[Fading]
  private var clock = 0L // reads so far

  override def read(block: BlockKey): Unit = {
    clock += 1
    val count = Option(counts.take(block)).getOrElse(new Fading)
    count.value = math.min(Most, faded(count) + 1.0)
    count.at = clock
    counts.put(block, count)
  }

  /** Reads of late, between 0 and [[FadingReadCounter.Most]]. */
  override def of(block: BlockKey): Double = {
    val count = counts.get(block)
    if (count == null) 0.0 else faded(count)
  }

  override def forget(rdd: Int): Unit = counts.forget(rdd)

  override def trackedWith(residents: Residents): Int = counts.trackedWith(residents)

  private def faded(count: Fading): Double = {
    val halfLife = math.max(ShortestHalfLife, HalfLifePasses * counts.size)
    count.value * math.pow(2.0, (count.at - clock) / halfLife)
  }
}

private[policy] object FadingReadCounter {

  /** No count is higher, so that what was popular for long is not remembered for as long. */
  val Most: Double = 15.0

  /** A count halves in this many reads for each partition that is counted. Shorter, and scans in random order begin to
    * push out their own blocks; longer, and it takes more passes until a new working set displaces the old.
    */
  val HalfLifePasses: Double = 3.0

  /** In reads. Tasks that run side by side read one scan in a jitter of tens; meanwhile a count must hardly fade. */
  val ShortestHalfLife: Double = 256.0

  private final class Fading {
    var value: Double = 0.0
    var at: Long = 0L
  }
}
