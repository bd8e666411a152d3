package okibi

import scala.reflect.ClassTag

import org.apache.spark.rdd.RDD
import org.apache.spark.storage.StorageLevel

/** `import okibi.spark._` adds Okibi's methods to RDDs. */
package object spark {
  import okibi.core.advice.Level
  import okibi.spark.index.{IndexedPairRDD, IndexedRDD}

  implicit final class OkibiRdd[T](private val rdd: RDD[T]) extends AnyVal {

    /** Persists the RDD with the best level that measuring a few of its partitions finds; see `Okibi.adviseLevel`. Does
      * not persist it if computing it again is cheaper than keeping it.
      *
      * @param reads how often the RDD will be read after it was computed
      */
    def persistBest(reads: Int = 3): RDD[T] = Okibi.adviseLevel(rdd, reads).level match {
      case Level.None => rdd
      case level => rdd.persist(StorageLevel.fromString(level.name))
    }

    /** The RDD, persisted at the level, with an index of its elements: operations that ask for some elements read only
      * partitions that may hold them. See docs/indexes.md.
      */
    def indexed(level: StorageLevel = StorageLevel.MEMORY_AND_DISK)(implicit tag: ClassTag[T]): IndexedRDD[T, T] =
      IndexedRDD.of[T, T](rdd, identity, level)

    /** The same with an index of a key of each element.
      *
      * @param key returns the key of an element; must return the same key for the same element
      */
    def indexedBy[K](key: T => K, level: StorageLevel = StorageLevel.MEMORY_AND_DISK)(implicit
        tag: ClassTag[T]
    ): IndexedRDD[T, K] =
      IndexedRDD.of(rdd, key, level)
  }

  implicit final class OkibiPairRdd[K, V](private val pairs: RDD[(K, V)]) extends AnyVal {

    /** The pairs, persisted at the level, with an index of their keys, for `lookup` and joins with a small RDD. */
    def indexedByKey(
        level: StorageLevel = StorageLevel.MEMORY_AND_DISK
    )(implicit key: ClassTag[K], value: ClassTag[V]): IndexedPairRDD[K, V] =
      IndexedPairRDD.of(pairs, level)
  }
}
