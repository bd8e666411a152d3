package okibi.spark.sql.plan

import org.apache.spark.TaskContext
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.columnar.CachedBatch
import org.apache.spark.sql.execution.metric.SQLMetric

/** Counts the batches that a filter keeps and those that it skips. */
private[plan] object BatchCounter {

  /** The batches that a filter keeps.
    *
    * @param filter  of the table's format, which is given the number of a partition and its batches
    * @param read    counts the batches that the filter keeps
    * @param skipped counts the others
    */
  def apply(
      buffers: RDD[CachedBatch],
      filter: (Int, Iterator[CachedBatch]) => Iterator[CachedBatch],
      read: SQLMetric,
      skipped: SQLMetric
  ): RDD[CachedBatch] =
    buffers.mapPartitionsWithIndex(
      (partition, batches) => count(partition, batches, filter, read, skipped),
      preservesPartitioning = true
    )

  private def count(
      partition: Int,
      batches: Iterator[CachedBatch],
      filter: (Int, Iterator[CachedBatch]) => Iterator[CachedBatch],
      read: SQLMetric,
      skipped: SQLMetric
  ): Iterator[CachedBatch] = {
    var total = 0L
    var kept = 0L
    val counted = filter(partition, batches.map { batch => total += 1; batch }).map { batch => kept += 1; batch }
    // Batches that a limit leaves unread count neither as read nor as skipped.
    TaskContext.get().addTaskCompletionListener[Unit] { _ =>
      read += kept
      skipped += total - kept
    }
    counted
  }
}
