package okibi.explain.facts

import java.util

/** Reads of cached partitions in the order in which tasks ended, and unpersisting between them, in 8 bytes each; the first [[Accesses.most]] of them. Not thread-safe. */
final class Accesses {
  private var rdds, partitions = new Array[Int](64)
  private var count = 0

  /** Whether there were more than are kept. */
  var isCut: Boolean = false

  def size: Int = count

  private[facts] def read(rdd: Int, partition: Int): Unit = add(rdd, partition)
  private[facts] def unpersist(rdd: Int): Unit = add(rdd, Accesses.unpersisted)

  /** Hands out each in its order. */
  def foreach(read: (Int, Int) => Unit)(unpersist: Int => Unit): Unit = for (i <- 0 until count) {
    if (partitions(i) == Accesses.unpersisted) unpersist(rdds(i)) else read(rdds(i), partitions(i))
  }

  private def add(rdd: Int, partition: Int): Unit =
    if (count == Accesses.most) isCut = true
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

object Accesses {
  val most: Int = 1 << 18
  private val unpersisted = -1
}
