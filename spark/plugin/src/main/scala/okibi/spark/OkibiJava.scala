package okibi.spark

import java.{lang => jl, util => ju}

import scala.reflect.ClassTag

import okibi.spark.index.{IndexedPairRDD, IndexedRDD, JavaIndexedPairRDD, JavaIndexedRDD}

import org.apache.spark.api.java.{JavaPairRDD, JavaRDD}
import org.apache.spark.api.java.function.{Function => JavaFunction}
import org.apache.spark.storage.StorageLevel

/** The methods of `Okibi` and of `import okibi.spark._` for Java: `OkibiJava.indexed(rdd, StorageLevel.MEMORY_AND_DISK())`. */
object OkibiJava {

  /** See `Okibi.metrics`. */
  def metrics: ju.Map[String, jl.Long] = {
    val totals = new ju.TreeMap[String, jl.Long]
    Okibi.metrics.foreach { case (name, total) => totals.put(name, total) }
    totals
  }

  /** See `rdd.indexed` of the package. */
  def indexed[T](rdd: JavaRDD[T], level: StorageLevel): JavaIndexedRDD[T, T] = {
    implicit val tag: ClassTag[T] = rdd.classTag
    new JavaIndexedRDD(IndexedRDD.of[T, T](rdd.rdd, identity, level))
  }

  /** See `rdd.indexedBy` of the package. */
  def indexedBy[T, K](rdd: JavaRDD[T], key: JavaFunction[T, K], level: StorageLevel): JavaIndexedRDD[T, K] = {
    implicit val tag: ClassTag[T] = rdd.classTag
    new JavaIndexedRDD(IndexedRDD.of[T, K](rdd.rdd, (element: T) => key.call(element), level))
  }

  /** See `pairs.indexedByKey` of the package. */
  def indexedByKey[K, V](pairs: JavaPairRDD[K, V], level: StorageLevel): JavaIndexedPairRDD[K, V] =
    new JavaIndexedPairRDD(IndexedPairRDD.of(pairs.rdd, level)(pairs.kClassTag, pairs.vClassTag))
}
