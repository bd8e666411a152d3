package okibi.core.cost

import java.util.Arrays

import okibi.core.block.PartitionArrays

/** The last known size of each partition of an RDD, and the mean of these sizes. Not thread-safe. */
private[cost] final class PartitionSizes {
  private var sizes: Array[Long] = Array.empty
  private var sumBytes = 0L
  private var known = 0

  /** The bytes of the partition; -1 when its size is unknown. */
  def apply(partition: Int): Long = if (partition < sizes.length) sizes(partition) else -1L

  def set(partition: Int, bytes: Long): Unit = {
    if (partition >= sizes.length) {
      val grown = Arrays.copyOf(sizes, PartitionArrays.grownLength(sizes.length, partition))
      Arrays.fill(grown, sizes.length, grown.length, -1L)
      sizes = grown
    }
    if (sizes(partition) < 0) known += 1 else sumBytes -= sizes(partition)
    sizes(partition) = bytes
    sumBytes += bytes
  }

  /** The number of partitions with a known size. */
  def count: Int = known

  /** The mean of the known sizes in bytes; -1 when none is known. */
  def mean: Long = if (known > 0) math.max(1L, sumBytes / known) else -1L
}
