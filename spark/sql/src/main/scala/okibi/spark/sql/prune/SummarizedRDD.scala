package okibi.spark.sql.prune

import okibi.spark.sql.stats.CollectPlan
import okibi.spark.sql.table.TableBatch

import org.apache.spark.{Partition, TaskContext}
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.columnar.CachedBatch
import org.apache.spark.util.{CollectionAccumulator, LongAccumulator}

/** The batches of a table on their way into the cache. A partition that is computed to its end sends its bounds to the
  * driver, and the sets of its strings if batches keep each string once. It is the parent of the cached RDD, so the
  * state of the table is found through it.
  *
  * @param storedBytes the size of all batches in the cache
  */
private[prune] final class SummarizedRDD(
    batches: RDD[CachedBatch],
    plan: CollectPlan,
    val arrivals: CollectionAccumulator[Array[Byte]],
    val storedBytes: LongAccumulator,
    @transient val state: TableState
) extends RDD[CachedBatch](batches) {

  override protected def getPartitions: Array[Partition] = firstParent[CachedBatch].partitions

  override def compute(split: Partition, context: TaskContext): Iterator[CachedBatch] = {
    val read = firstParent[CachedBatch].iterator(split, context).map { batch =>
      storedBytes.add(SummarizedRDD.storedBytes(batch))
      batch
    }
    if (plan.boundsFromRows) read
    else {
      val bounds = new BatchMerge(plan, split.index)
      val texts = new TextCollector(plan, split.index)
      def add(batch: CachedBatch): Unit = {
        bounds.add(batch)
        texts.add(batch)
      }
      ObservedIterator(read, add)((bounds.packet() ++ texts.packet()).foreach(arrivals.add))
    }
  }

  /** Whether computing a partition again gives the same rows: the name of RDD.getOutputDeterministicLevel. */
  def determinism: String = getOutputDeterministicLevel.toString
}

private object SummarizedRDD {
  private def storedBytes(batch: CachedBatch): Long = batch match {
    case table: TableBatch => table.storedBytes
    case other => other.sizeInBytes
  }
}
