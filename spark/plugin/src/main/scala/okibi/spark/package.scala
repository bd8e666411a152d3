package okibi

import org.apache.spark.rdd.RDD
import org.apache.spark.storage.StorageLevel

/** `import okibi.spark._` adds Okibi's methods to RDDs. */
package object spark {
  import okibi.core.advice.Level

  implicit final class OkibiRdd[T](private val rdd: RDD[T]) extends AnyVal {

    /** Persists the RDD with the level that measuring a few of its partitions says is best; see `Okibi.adviseLevel`.
      * Leaves it as it is when computing it again is cheaper than keeping it.
      *
      * @param reads how often the RDD will be read after it was computed
      */
    def persistBest(reads: Int = 3): RDD[T] = Okibi.adviseLevel(rdd, reads).level match {
      case Level.None => rdd
      case level => rdd.persist(StorageLevel.fromString(level.name))
    }
  }
}
