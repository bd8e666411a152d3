package okibi.explain.event

/** A stage that came to its end.
  *
  * @param name      the call that needed it and where, as Spark names it
  * @param submitted when its first task could run; none when it never was
  * @param completed when its last task had ended; none when it never had
  * @param failed    why, when it did
  * @param sortMs    that sorts of queries took in its tasks, all together
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
    failed: Option[String],
    sortMs: Long = 0
) {

  /** Whether the log says that its tasks sort, whatever the call is named that wanted them. */
  def sorts: Boolean = sortMs > 0 || rdds.exists(_.sorts)
}

object Stage {

  /** Spark's name of the metric that each sort of a query has. */
  val sortTime = "sort time"
}

/** An RDD of a stage, as it was when the stage ended.
  *
  * @param level that it is persisted with, as in `StorageLevel`; none when it is not
  * @param sorts whether making it sorts
  */
final case class Rdd(
    id: Int,
    name: String,
    parents: Seq[Int],
    partitions: Int,
    level: Option[Level],
    cachedPartitions: Int,
    memoryBytes: Long,
    diskBytes: Long,
    sorts: Boolean = false
)

object Rdd {

  /** Whether an RDD of this name, made by this call (`sortByKey at A.scala:3`), sorts: it is what is read from the shuffle. What the same call makes before that does not. */
  def sorts(name: String, call: String): Boolean = name == "ShuffledRDD" && sorting.exists(call.startsWith)

  private val sorting = Seq("sort", "repartitionAndSort")
}

/** A storage level. */
final case class Level(disk: Boolean, memory: Boolean, offHeap: Boolean, deserialized: Boolean, replication: Int) {

  /** As Spark's API calls it. */
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
