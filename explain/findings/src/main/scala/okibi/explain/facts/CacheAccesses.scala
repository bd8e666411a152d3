package okibi.explain.facts

import java.util

/** Reads of cached partitions and unpersisting of RDDs, in the order in which tasks ended: the first
  * [[CacheAccesses.most]] of them, in 8 bytes each. Not thread-safe.
  */
final class CacheAccesses {
  private var rdds, partitions = new Array[Int](64)
  private var count = 0

  /** Whether there were more accesses than are kept. */
  var isCut: Boolean = false

  def size: Int = count

  private[facts] def read(rdd: Int, partition: Int): Unit = add(rdd, partition)
  private[facts] def unpersist(rdd: Int): Unit = add(rdd, CacheAccesses.unpersisted)

  /** Replays the accesses in order: each calls `read` with an RDD and a partition, or `unpersist` with an RDD. */
  def foreach(read: (Int, Int) => Unit)(unpersist: Int => Unit): Unit = for (i <- 0 until count) {
    if (partitions(i) == CacheAccesses.unpersisted) unpersist(rdds(i)) else read(rdds(i), partitions(i))
  }

  private def add(rdd: Int, partition: Int): Unit =
    if (count == CacheAccesses.most) isCut = true
    else {
      if (count == rdds.length) {
        rdds = util.Arrays.copyOf(rdds, 2 * count)
        partitions = util.Arrays.copyOf(partitions, 2 * count)
      }
      rdds(count) = rdd
      partitions(count) = partition
      count += 1
    }
}

object CacheAccesses {
  val most: Int = 1 << 18
  private val unpersisted = -1
}
