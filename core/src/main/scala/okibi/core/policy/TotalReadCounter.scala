package okibi.core.policy

import okibi.core.block.BlockKey

/** Counts all reads of each partition. Bounded like [[BoundedBlockMap]]. */
private[policy] final class TotalReadCounter extends ReadCounter {
  private val counts = new BoundedBlockMap[TotalReadCounter.Count]

  override def read(block: BlockKey): Unit = {
    val count = Option(counts.take(block)).getOrElse(new TotalReadCounter.Count)
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

private object TotalReadCounter {
  private final class Count {
    var reads: Long = 0L
  }
}
