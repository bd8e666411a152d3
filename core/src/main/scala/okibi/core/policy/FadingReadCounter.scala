package okibi.core.policy

import okibi.core.block.BlockKey

/** Counts the recent reads of each partition, as a stand-in for a future that is unknown. In the spirit of TinyLFU
  * (Einziger, Friedman, Manes: ACM Transactions on Storage 13(4), 2017), with two changes for partitions:
  *
  *  - counts are exact, because there are thousands of partitions and not millions of objects;
  *  - counts fade continuously instead of being halved all at once. So two partitions of one scan never differ because
  *    one was read before a halving and the other after it.
  *
  * Bounded like [[BoundedBlockMap]].
  */
private[policy] final class FadingReadCounter extends ReadCounter {
  import FadingReadCounter._

  private val counts = new BoundedBlockMap[FadingCount]
  private var clockReads = 0L

  override def read(block: BlockKey): Unit = {
    clockReads += 1
    val count = Option(counts.take(block)).getOrElse(new FadingCount)
    count.value = math.min(Most, faded(count) + 1.0)
    count.atReads = clockReads
    counts.put(block, count)
  }

  /** The recent reads, between 0 and [[FadingReadCounter.Most]]. */
  override def of(block: BlockKey): Double = {
    val count = counts.get(block)
    if (count == null) 0.0 else faded(count)
  }

  override def forget(rdd: Int): Unit = counts.forget(rdd)

  override def trackedWith(residents: Residents): Int = counts.trackedWith(residents)

  private def faded(count: FadingCount): Double = {
    val halfLifeReads = math.max(ShortestHalfLifeReads, HalfLifePasses * counts.size)
    count.value * math.pow(2.0, (count.atReads - clockReads) / halfLifeReads)
  }
}

private[policy] object FadingReadCounter {

  /** The highest count, so that a block that was popular for long does not keep its rank for as long. */
  val Most: Double = 15.0

  /** A count halves in this many reads for each counted partition. With a shorter half-life, scans in random order
    * begin to evict their own blocks. With a longer one, a new working set needs more passes to displace the old one.
    */
  val HalfLifePasses: Double = 3.0

  /** The shortest half-life. Parallel tasks read the partitions of a scan up to some tens of reads out of order, in
    * which a count must hardly fade.
    */
  val ShortestHalfLifeReads: Double = 256.0

  private final class FadingCount {
    var value: Double = 0.0
    var atReads: Long = 0L
  }
}
