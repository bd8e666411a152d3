package okibi.spark.sql.table

import java.io.IOException

import org.apache.spark.{OneToOneDependency, TaskContext}
import org.apache.spark.okibi.BlockRemoval
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.columnar.CachedBatch
import org.apache.spark.storage.StorageLevel
import org.slf4j.LoggerFactory

/** The batches of a partition. When one cannot be read back, its block is removed, so that the next attempt of the task
  * computes the partition anew instead of finding the same damage again. For one task.
  *
  * @param cached the cached RDD whose partition of the same number this is; -1 when that is not known
  */
private[table] final class DamageWatch(batches: Iterator[CachedBatch], cached: Int) extends Iterator[CachedBatch] {
  override def hasNext: Boolean = watched(batches.hasNext)

  override def next(): CachedBatch = watched(batches.next())

  private def watched[T](read: => T): T =
    try read
    catch {
      case e: IOException if cached >= 0 && TaskContext.get() != null =>
        val partition = TaskContext.getPartitionId()
        DamageWatch.log.warn(s"Okibi: partition $partition of cached RDD $cached cannot be read back, it is removed and computed anew: $e")
        BlockRemoval.removeLater(cached, partition)
        throw e
    }
}

private[table] object DamageWatch {
  private val log = LoggerFactory.getLogger(classOf[DamageWatch])

  /** The cached RDD that an RDD is computed from partition by partition, or -1. */
  def cachedRdd(rdd: RDD[_]): Int =
    if (rdd.getStorageLevel != StorageLevel.NONE) rdd.id
    else
      rdd.dependencies match {
        case Seq(parent: OneToOneDependency[_]) => cachedRdd(parent.rdd)
        case _ => -1
      }
}
