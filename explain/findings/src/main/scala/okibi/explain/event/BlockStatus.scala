package okibi.explain.event

/** Where a block is after an update. A block that is neither in memory nor on disk was evicted for good or removed.
  *
  * @param name as in `rdd_3_17`
  */
final case class BlockStatus(name: String, level: PersistenceLevel, memoryBytes: Long, diskBytes: Long)

object BlockStatus {
  val unknown: BlockStatus = BlockStatus("", PersistenceLevel.none, 0, 0)
}

/** What Spark calls a storage level: of an RDD the one that the user asked for, of a block the places where it is. */
final case class PersistenceLevel(
    disk: Boolean,
    memory: Boolean,
    offHeap: Boolean,
    deserialized: Boolean,
    replication: Int
) {

  /** The constant of Spark's `StorageLevel`, as in `MEMORY_AND_DISK_SER_2`. */
  def name: String = {
    val place =
      if (offHeap) "OFF_HEAP"
      else if (memory && disk) "MEMORY_AND_DISK"
      else if (memory) "MEMORY_ONLY"
      else if (disk) "DISK_ONLY"
      else "NONE"
    val form = if (memory && !offHeap && !deserialized) "_SER" else ""
    place + form + (if (replication > 1) s"_$replication" else "")
  }

  /** Whether a block with this level is stored at all. */
  def isStored: Boolean = memory || disk
}

object PersistenceLevel {
  val none: PersistenceLevel =
    PersistenceLevel(disk = false, memory = false, offHeap = false, deserialized = false, replication = 1)
}
