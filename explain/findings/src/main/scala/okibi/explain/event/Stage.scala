package okibi.explain.event

/** A stage that came to its end.
  *
  * @param name      the call that needed it and where, as Spark names it
  * @param submitted when its first task could run; none when it never was
  * @param completed when its last task had ended; none when it never had
  * @param failed    why, when it did
  */
final case class Stage(
    id: Int,
    attempt: Int,
    name: String,
    tasks: Int,
    parents: Seq[Int],
    rdds: Seq[Rdd],
    submitted: Option[Long],
    completed: Option[Long],
    failed: Option[String])

/** An RDD of a stage, as it was when the stage ended.
  *
  * @param level that it is persisted with, as in `StorageLevel`; none when it is not
  */
final case class Rdd(id: Int, name: String, parents: Seq[Int], partitions: Int, level: Option[Level], cachedPartitions: Int, memoryBytes: Long, diskBytes: Long)

/** A storage level. */
final case class Level(disk: Boolean, memory: Boolean, offHeap: Boolean, deserialized: Boolean, replication: Int) {

  /** As Spark's API calls it. */
  def name: String = {
    val place = if (offHeap) "OFF_HEAP" else if (memory && disk) "MEMORY_AND_DISK" else if (memory) "MEMORY_ONLY" else if (disk) "DISK_ONLY" else "NONE"
    val form = if (memory && !offHeap && !deserialized) "_SER" else ""
    place + form + (if (replication > 1) s"_$replication" else "")
  }
}

object Level {
  val none: Level = Level(disk = false, memory = false, offHeap = false, deserialized = false, replication = 1)
}

/** What became of a block. One that is neither in memory nor on disk was dropped or removed.
  *
  * @param name as in `rdd_3_17`
  */
final case class Block(name: String, level: Level, memoryBytes: Long, diskBytes: Long)

object Block {
  val unknown: Block = Block("", Level.none, 0, 0)
}
