package okibi.spark.sql.table

import scala.annotation.tailrec
import scala.reflect.ClassTag
import scala.util.control.NonFatal

import okibi.spark.shims.BlockRemoval

import org.apache.spark.{OneToOneDependency, Partition, Partitioner, TaskContext}
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.columnar.CachedBatch
import org.apache.spark.storage.StorageLevel
import org.slf4j.LoggerFactory

/** What a scan makes of the batches of a cached table, partition by partition. When batches cannot be read back, their block is
  * removed, so that the next attempt of the task computes the partition anew instead of finding the same damage again.
  *
  * @param batches made of the cached RDD one to one: a partition has the number of the cached partition, in whatever task it is read
  * @param scan    reads the batches of one partition
  */
private[table] final class ScanRDD[T: ClassTag](batches: RDD[CachedBatch], scan: Iterator[CachedBatch] => Iterator[T])
    extends RDD[T](batches) {
  private val cached = ScanRDD.cachedRdd(batches)

  @transient override val partitioner: Option[Partitioner] = batches.partitioner

  override protected def getPartitions: Array[Partition] = firstParent[CachedBatch].partitions

  override def compute(split: Partition, context: TaskContext): Iterator[T] = {
    def watched[A](read: => A): A =
      try read
      catch {
        // A task that is killed while it reads has found no damage.
        case NonFatal(e) if !context.isInterrupted() =>
          cached.foreach(rdd => ScanRDD.removeDamaged(rdd, split.index, e))
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
  private val log = LoggerFactory.getLogger(classOf[ScanRDD[_]])

  /** The cached RDD that an RDD is computed from partition by partition, if there is one. */
  @tailrec
  private def cachedRdd(rdd: RDD[_]): Option[Int] =
    if (rdd.getStorageLevel != StorageLevel.NONE) Some(rdd.id)
    else
      rdd.dependencies match {
        case Seq(parent: OneToOneDependency[_]) => cachedRdd(parent.rdd)
        case _ => None
      }

  /** A partition that failed while it was computed is not stored, and nothing is removed. */
  private def removeDamaged(rdd: Int, partition: Int, damage: Throwable): Unit =
    if (BlockRemoval.removeLater(rdd, partition))
      log.warn(
        s"Okibi: partition $partition of cached RDD $rdd cannot be read back, it is removed and computed anew: $damage"
      )
}
