package okibi.explain.facts

import okibi.explain.wording.Wording

/** Where each partition of a persisted RDD is, and how often it was evicted from memory; five bytes a partition.
  * Immutable.
  */
final class CacheMap private[facts] (places: Array[Byte], evictions: Array[Int]) {
  def size: Int = places.length

  /** Neighbouring partitions joined, so that there are at most `mostCells` cells. */
  def cells(mostCells: Int): Seq[CacheCell] = {
    val length = math.max(1, (size + mostCells - 1) / mostCells)
    (0 until size by length).map { first =>
      val partitions = first until math.min(size, first + length)
      CacheCell(
        first,
        partitions.size,
        partitions.count(places(_) == CacheMap.memory),
        partitions.count(places(_) == CacheMap.disk),
        partitions.map(evictions(_).toLong).sum
      )
    }
  }
}

private[facts] object CacheMap {
  val nowhere: Byte = 0
  val disk: Byte = 1
  val memory: Byte = 2

  /** Partitions of the maps of all RDDs together; an RDD beyond that has no map. */
  val mostPartitions: Int = 1 << 20
}

/** Neighbouring partitions.
  *
  * @param memory how many of them are in memory
  * @param disk   how many of them are on disk only; the others are nowhere
  */
final case class CacheCell(first: Int, count: Int, memory: Int, disk: Int, evictions: Long) {
  def isInMemory: Boolean = 2 * memory >= count
  def isOnDisk: Boolean = !isInMemory && memory + disk > 0

  /** A description of the cell, to be shown when the user points at it. */
  def description: String = {
    val partitions =
      if (count == 1) s"partition $first"
      else s"partitions $first to ${first + count - 1}: $memory in memory, $disk on disk"
    s"$partitions, evicted ${Wording.count(evictions, "time")}"
  }
}
