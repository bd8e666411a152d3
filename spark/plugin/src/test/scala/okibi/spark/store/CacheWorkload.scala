package okibi.spark.store

import org.apache.spark.SparkContext
import org.apache.spark.rdd.RDD
import org.apache.spark.storage.StorageLevel

final case class WorkloadRecord(meter: Int, at: Long, value: Double, unit: String, valid: Boolean, note: Option[String])

/** Jobs over two cached RDDs that are larger than memory together, and their answers. */
object CacheWorkload {

  /** Storage memory that holds about a third of both RDDs. */
  val storageMb = 1

  /** Spark reserves 1 MB for a block before it knows the block's size, which would be all memory there is. */
  val settings: Seq[(String, String)] = Seq("spark.storage.unrollMemoryThreshold" -> (1 << 18).toString)

  private val partitions = 6
  private val rowsEach = 2000

  private def rows(partition: Int): Iterator[WorkloadRecord] = Iterator.tabulate(rowsEach) { i =>
    val id = partition * rowsEach + i
    WorkloadRecord(
      id % 97,
      id * 1800L,
      id * 0.25,
      if (i % 3 == 0) "kWh" else "Wh",
      i % 7 != 0,
      if (i % 5 == 0) Some(s"corrected-$id") else None
    )
  }

  private def words(reading: WorkloadRecord): Seq[String] =
    Seq(reading.unit, s"meter-${reading.meter}", reading.note.getOrElse("none"))

  def source(context: SparkContext): RDD[WorkloadRecord] =
    context.parallelize(0 until partitions, partitions).flatMap(rows(_))

  /** Fills both caches, reads them together, alone, in part, and once more after the first is gone. */
  def answers(context: SparkContext, level: StorageLevel): Seq[String] = {
    val readings = source(context).persist(level)
    val split = readings.flatMap(words(_)).persist(level)
    def digest[T](rdd: RDD[T]): String = {
      val hash = rdd
        .mapPartitionsWithIndex((i, it) => Iterator(it.foldLeft(i + 1L)((h, r) => h * 31 + r.hashCode)))
        .fold(0L)(_ + _)
      s"${rdd.count()}:$hash"
    }
    val first = Seq(digest(readings), digest(split))
    val together = (1 to 3).map(_ =>
      readings
        .zipPartitions(split)((a, b) => Iterator(a.count(_.valid) * 1000000L + b.count(_ == "kWh")))
        .sum()
        .toLong
        .toString
    )
    val part =
      context
        .runJob(readings, (it: Iterator[WorkloadRecord]) => it.map(_.value).sum, Seq(1, 3, 5))
        .map(_.toString)
        .toSeq
    split.unpersist(blocking = true)
    val again = Seq(digest(readings), readings.filter(_.meter == 7).count().toString)
    readings.unpersist(blocking = true)
    first ++ together ++ part ++ again
  }

  /** The storage levels that an application may choose. */
  val levels: Seq[(String, StorageLevel)] = Seq(
    "NONE",
    "DISK_ONLY",
    "DISK_ONLY_2",
    "MEMORY_ONLY",
    "MEMORY_ONLY_2",
    "MEMORY_ONLY_SER",
    "MEMORY_ONLY_SER_2",
    "MEMORY_AND_DISK",
    "MEMORY_AND_DISK_2",
    "MEMORY_AND_DISK_SER",
    "MEMORY_AND_DISK_SER_2",
    "OFF_HEAP"
  ).map(name => name -> StorageLevel.fromString(name))

  val unreplicated: Seq[(String, StorageLevel)] = levels.filter(_._2.replication == 1)

  /** The levels that take storage memory. */
  val inMemory: Seq[(String, StorageLevel)] =
    unreplicated.filter { case (_, level) => level.useMemory }
}
