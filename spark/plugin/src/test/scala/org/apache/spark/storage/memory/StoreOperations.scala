package org.apache.spark.storage.memory

import scala.util.Random

import org.apache.spark.SparkEnv
import org.apache.spark.storage.{RDDBlockId, StorageLevel}

/** Random operations of this JVM's block store, for suites only: puts, reads, removals and memory for execution. */
object StoreOperations {

  /** Each way in which the store keeps a block. */
  val levels: Seq[StorageLevel] = Seq(
    StorageLevel.MEMORY_ONLY,
    StorageLevel.MEMORY_AND_DISK,
    StorageLevel.MEMORY_AND_DISK_SER,
    StorageLevel.DISK_ONLY,
    StorageLevel.OFF_HEAP,
    StorageLevel.MEMORY_ONLY_SER
  )
  private val firstRdd = 1000000
  private val rdds = 2 * levels.size
  private val partitions = 100

  /** Runs operations in a task, beside others.
    *
    * @return what was read and was not what had been put
    */
  def run(seed: Long, operations: Int): Seq[String] = {
    val random = new Random(seed)
    val store = SparkEnv.get.blockManager
    (1 to operations).flatMap { number =>
      val (rdd, partition) = (random.nextInt(rdds), random.nextInt(partitions))
      val block = RDDBlockId(firstRdd + rdd, partition)
      random.nextInt(100) match {
        case 0 =>
          StoreProbe.borrowExecutionMemory((1 << 18) + random.nextInt(1 << 20), seed * operations + number)
          None
        case dice if dice < 15 =>
          store.removeBlock(block)
          None
        case _ =>
          store.get[(Int, String)](block) match {
            case Some(found) =>
              val (sum, wanted) = (hash(found.data), hash(records(rdd, partition)))
              if (sum == wanted) None else Some(s"$block has the hash $sum, not $wanted")
            case None =>
              store.putIterator(block, records(rdd, partition), levels(rdd % levels.size), tellMaster = false)
              None
          }
      }
    }
  }

  private def records(rdd: Int, partition: Int): Iterator[(Int, String)] =
    Iterator.tabulate(1 + partition * 37 % 150)(i => (i, s"$rdd-$partition-$i"))

  private def hash(records: Iterator[Any]): Long = records.map(_.hashCode.toLong).foldLeft(0L)(_ * 31 + _)

  /** Removes all that operations have left in the store. */
  def clear(): Unit = (0 until rdds).foreach(rdd => SparkEnv.get.blockManager.removeRdd(firstRdd + rdd))
}
