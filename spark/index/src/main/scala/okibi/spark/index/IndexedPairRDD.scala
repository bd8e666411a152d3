package okibi.spark.index

import okibi.spark.index.IndexedPairRDD.keyOf

import org.apache.spark.okibi.RddBridge
import org.apache.spark.rdd.RDD
import org.apache.spark.storage.StorageLevel

import scala.collection.mutable.ArrayBuffer
import scala.reflect.ClassTag

/** Pairs that are cached and indexed by their first element; see [[IndexedRDD]]. */
final class IndexedPairRDD[K: ClassTag, V: ClassTag] private[spark] (source: RDD[(K, V)], settings: IndexSettings)
    extends IndexedRDD[(K, V), K](source, keyOf[K, V], settings) {

  /** The values of a key, in their order, as Spark's `lookup` returns them. Runs a job immediately. */
  def lookup(key: K): Seq[V] =
    asking(Iterator(key), partitioner.map(_.getPartition(key)))
      .filter(_._1 == key)
      .map(_._2)(ClassTag.Any.asInstanceOf[ClassTag[V]])
      .collect()
      .toSeq

  /** The inner join with a small RDD: the rows of Spark's `join`, in as many partitions as this RDD has that may match.
    *
    * If the small side has at most `spark.okibi.index.smallRows` rows, it is collected immediately and sent to the
    * tasks, which join without a shuffle. A larger side is joined by Spark's `join`.
    */
  def join[W](small: RDD[(K, W)]): RDD[(K, (V, W))] = {
    def joinedBySpark: RDD[(K, (V, W))] = RDD.rddToPairRDDFunctions(this: RDD[(K, V)]).join(small)
    // Arrays are compared by identity. Spark refuses such keys with an error of its own.
    if (implicitly[ClassTag[K]].runtimeClass.isArray) joinedBySpark
    else
      SmallSide.collect(small, settings.smallRows).fold(joinedBySpark) { rows =>
        val others = SmallSide.send(sparkContext, rows)(IndexedPairRDD.byKey[K, W])
        asking(rows.iterator.map(_.asInstanceOf[(K, W)]._1)).mapPartitions { pairs =>
          val table = others.get
          pairs.flatMap { case (key, value) =>
            val matching = table.get(key)
            if (matching == null) Iterator.empty else matching.iterator.map(other => (key, (value, other)))
          }
        }
      }
  }
}

object IndexedPairRDD {
  private def keyOf[K, V]: ((K, V)) => K = _._1

  /** The values of each key, in their order. */
  private def byKey[K, W](rows: Array[Any]): java.util.HashMap[K, ArrayBuffer[W]] = {
    val table = new java.util.HashMap[K, ArrayBuffer[W]](rows.length * 2)
    rows.iterator.asInstanceOf[Iterator[(K, W)]].foreach { case (key, value) =>
      table.computeIfAbsent(key, _ => new ArrayBuffer[W](1)) += value
    }
    table
  }

  /** The pairs, persisted at the level and indexed by key. */
  private[spark] def of[K: ClassTag, V: ClassTag](pairs: RDD[(K, V)], level: StorageLevel): IndexedPairRDD[K, V] =
    new IndexedPairRDD[K, V](pairs, DriverIndex.of(pairs.sparkContext).settings).persist(level)
}
