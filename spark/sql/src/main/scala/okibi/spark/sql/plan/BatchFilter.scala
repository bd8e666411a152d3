package okibi.spark.sql.plan

import org.apache.spark.TaskContext
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.columnar.CachedBatch
import org.apache.spark.sql.execution.metric.SQLMetric

/** The batches that may match, counted with those that cannot. */
private[plan] object BatchFilter {
  val everything: (Int, Iterator[CachedBatch]) => Iterator[CachedBatch] = (_, batches) => batches

  /** @param filter what the table's format makes of the predicates, given a partition's number */
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
    var seen = 0L
    var kept = 0L
    val counted = filter(partition, batches.map { batch => seen += 1; batch }).map { batch => kept += 1; batch }
    // A limit may leave batches unread, and then none of those counts.
    TaskContext.get().addTaskCompletionListener[Unit] { _ =>
      read += kept
      skipped += seen - kept
    }
    counted
  }
}
