package okibi.core.cost

import java.util.Arrays

/** Last known size of each partition of an RDD, with their mean. Not thread-safe. */
private[cost] final class PartitionSizes {
  private var sizes: Array[Long] = Array.empty
  private var sum = 0L
  private var known = 0

  /** Bytes of the partition, -1 when it was never sized. */
  def apply(partition: Int): Long = if (partition < sizes.length) sizes(partition) else -1L

  def set(partition: Int, bytes: Long): Unit = {
    if (partition >= sizes.length) {
      val grown =
        Arrays.copyOf(sizes, math.max(partition + 1, math.min(sizes.length.toLong * 2, Int.MaxValue - 8L).toInt))
      Arrays.fill(grown, sizes.length, grown.length, -1L)
      sizes = grown
    }
    if (sizes(partition) < 0) known += 1 else sum -= sizes(partition)
    sizes(partition) = bytes
    sum += bytes
  }

  def count: Int = known
  def total: Long = sum

  /** Mean of the known ones, -1 when there is none. */
  def mean: Long = if (known > 0) math.max(1L, sum / known) else -1L
}
