package okibi.spark.sql.table

import scala.annotation.tailrec
import scala.reflect.ClassTag
import scala.util.control.NonFatal

import okibi.spark.shims.BlockRemoval

import org.apache.spark.{OneToOneDependency, Partition, Partitioner, TaskContext}
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.columnar.CachedBatch
import org.apache.spark.storage.StorageLevel

/** The rows or columns of a cached table, partition by partition. If batches cannot be read back, their block is
  * removed. Then the next attempt of the task computes the partition again instead of reading the same damaged block.
  *
  * @param batches computed from the cached RDD one to one: a partition has the number of the cached partition,
  *                whichever task reads it
  * @param scan    reads the batches of one partition
  */
private[table] final class ScanRDD[T: ClassTag](batches: RDD[CachedBatch], scan: Iterator[CachedBatch] => Iterator[T])
    extends RDD[T](batches) {
  private val cachedId = ScanRDD.cachedRddId(batches)

  @transient override val partitioner: Option[Partitioner] = batches.partitioner

  override protected def getPartitions: Array[Partition] = firstParent[CachedBatch].partitions

  override def compute(split: Partition, context: TaskContext): Iterator[T] = {
    def watched[A](read: => A): A =
      try read
      catch {
        // The failure of a task that was killed is no sign of damage.
        case NonFatal(e) if !context.isInterrupted() =>
          cachedId.foreach(BlockRemoval.removeDamaged(_, split.index, e, context))
          throw e
      }
    val read = watched(firstParent[CachedBatch].iterator(split, context))
    scan(new Iterator[CachedBatch] {
      override def hasNext: Boolean = watched(read.hasNext)
      override def next(): CachedBatch = watched(read.next())
    })
  }
}

private object ScanRDD {

  /** The id of the cached RDD that an RDD is computed from partition by partition, if there is one. */
  @tailrec
  private def cachedRddId(rdd: RDD[_]): Option[Int] =
    if (rdd.getStorageLevel != StorageLevel.NONE) Some(rdd.id)
    else
      rdd.dependencies match {
        case Seq(parent: OneToOneDependency[_]) => cachedRddId(parent.rdd)
        case _ => None
      }
}
