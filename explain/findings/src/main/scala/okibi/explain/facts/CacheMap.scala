package okibi.explain.facts

/** Where each partition of a persisted RDD is, and how often it left memory; five bytes a partition. Immutable. */
final class CacheMap private[facts] (places: Array[Byte], drops: Array[Int]) {
  def size: Int = places.length

  /** Neighbours together, so that there are at most so many cells. */
  def cells(most: Int): Seq[CacheCell] = {
    val each = math.max(1, (size + most - 1) / most)
    (0 until size by each).map { first =>
      val its = first until math.min(size, first + each)
      CacheCell(
        first,
        its.size,
        its.count(places(_) == CacheMap.memory),
        its.count(places(_) == CacheMap.disk),
        its.map(drops(_).toLong).sum
      )
    }
  }
}

private[facts] object CacheMap {
  val nowhere: Byte = 0
  val disk: Byte = 1
  val memory: Byte = 2

  /** Partitions of all RDDs together: of those beyond, none is mapped, and nobody could look at them. */
  val most: Int = 1 << 20
}

/** Partitions beside each other: how many of them are in memory, and how many on disk only; the others are nowhere. */
final case class CacheCell(first: Int, count: Int, memory: Int, disk: Int, drops: Long) {
  def isInMemory: Boolean = 2 * memory >= count
  def isOnDisk: Boolean = !isInMemory && memory + disk > 0

  /** For whoever points at it. */
  def says: String =
    (if (count == 1) s"partition $first"
     else
       s"partitions $first to ${first + count - 1}: $memory in memory, $disk on disk") + s", left memory $drops times"
}
