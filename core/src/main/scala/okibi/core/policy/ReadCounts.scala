package okibi.core.policy

import okibi.core.block.BlockKey

/** How often each partition was read so far, in memory or not. Bounded like [[Remembered]]. */
private[policy] final class ReadCounts extends Reads {
  private val counts = new Remembered[ReadCounts.Count]

  override def read(block: BlockKey): Unit = {
    val count = Option(counts.take(block)).getOrElse(new ReadCounts.Count)
    count.reads += 1
    counts.put(block, count)
  }

  override def of(block: BlockKey): Double = {
    val count = counts.get(block)
    if (count == null) 0.0 else count.reads.toDouble
  }

  override def forget(rdd: Int): Unit = counts.forget(rdd)

  override def trackedWith(residents: Residents): Int = counts.trackedWith(residents)
}

private object ReadCounts {
  private final class Count {
    var reads: Long = 0L
  }
}
