package okibi.spark.sql.prune

import okibi.spark.sql.stats.CollectPlan

import org.apache.spark.{Partition, TaskContext}
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.columnar.CachedBatch
import org.apache.spark.util.CollectionAccumulator

/** The batches of a table on their way into the cache: each partition that is computed to its end tells the driver its bounds.
  * The parent of the cached RDD, and so where the table's state is found.
  */
private[prune] final class SummarizedRDD(
    batches: RDD[CachedBatch],
    plan: CollectPlan,
    val arrivals: CollectionAccumulator[Array[Byte]],
    @transient val state: TableState) extends RDD[CachedBatch](batches) {

  override protected def getPartitions: Array[Partition] = firstParent[CachedBatch].partitions

  override def compute(split: Partition, context: TaskContext): Iterator[CachedBatch] = {
    val read = firstParent[CachedBatch].iterator(split, context)
    if (plan.boundsFromRows) read
    else {
      val merge = new BatchMerge(plan, split.index)
      AtEnd(read, merge.add)(merge.packet().foreach(arrivals.add))
    }
  }

  /** How far computing a partition again gives the same rows: see RDD.getOutputDeterministicLevel. */
  def determinism: String = getOutputDeterministicLevel.toString
}
