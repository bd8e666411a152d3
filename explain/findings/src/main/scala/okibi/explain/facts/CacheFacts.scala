package okibi.explain.facts

import okibi.explain.event.Rdd

/** What became of a persisted RDD's blocks, where the log has that: Spark writes it with `spark.eventLog.logBlockUpdates.enabled`.
  *
  * @param rdd          as the last stage saw it
  * @param stored       partitions that were stored at all, since it was persisted last
  * @param bytes        of these, each as it was stored last
  * @param largest      of these
  * @param held         bytes in memory at the end of the log
  * @param lastStage    that used it
  * @param drops        how often a block left memory, for the disk or for good
  * @param droppedBytes of these
  * @param droppedAgain those of blocks that had left it before, and must have come back
  * @param storedAgain  how often a block was stored that had been before, and was gone
  * @param map          where its partitions are at the end of the log; empty when those of all RDDs would have more than a million cells
  * @param maker        the first stage that used it, and `making` its tasks
  * @param reads        of each stage that used it after that one, in the order of stages, as far as tasks of it can be told to read one partition each
  * @param isUsedAgain  whether any stage used it after the first
  */
final case class CacheFacts(
    rdd: Rdd,
    stored: Int,
    bytes: Long,
    largest: Long,
    held: Long,
    lastStage: Int,
    drops: Long,
    droppedBytes: Long,
    droppedAgain: Long,
    storedAgain: Long,
    map: CacheMap,
    maker: Int,
    making: TaskSum,
    reads: Seq[CacheReads],
    isUsedAgain: Boolean
)

/** Tasks of a stage by where their partition was when they ended. One that was nowhere was computed again.
  *
  * @param id of the stage, and `attempt` at it
  */
final case class CacheReads(id: Int, attempt: Int, memory: TaskSum, disk: TaskSum, nowhere: TaskSum)

/** So many tasks, and their milliseconds. */
final case class TaskSum(count: Int = 0, ms: Long = 0) {
  def +(other: TaskSum): TaskSum = TaskSum(count + other.count, ms + other.ms)
  def mean: Double = if (count == 0) 0 else ms.toDouble / count
}
