package okibi.spark.index

import java.{lang => jl, util => ju}

import scala.reflect.ClassTag

import org.apache.spark.api.java.{JavaPairRDD, JavaRDD}

/** [[IndexedRDD]] for Java. */
class JavaIndexedRDD[T, K] private[spark] (indexed: IndexedRDD[T, K]) {
  private implicit val tag: ClassTag[T] = indexed.tag

  /** The elements, cached and indexed. */
  def rdd: JavaRDD[T] = indexed.toJavaRDD()

  def filterEquals(value: K): JavaRDD[T] = indexed.filterEquals(value).toJavaRDD()
  def filterIn(values: jl.Iterable[K]): JavaRDD[T] = indexed.filterIn(JavaIndexedRDD.toSeq(values)).toJavaRDD()
  def leftSemi(small: JavaRDD[K]): JavaRDD[T] = indexed.leftSemi(small.rdd).toJavaRDD()
  def indexStatus: IndexStatus = indexed.indexStatus

  /** Removes the blocks and frees all filters. */
  def unpersist(blocking: Boolean): Unit = indexed.unpersist(blocking)
}

private object JavaIndexedRDD {
  def toSeq[K](values: jl.Iterable[K]): Seq[K] = {
    val found = Seq.newBuilder[K]
    values.forEach(value => found += value)
    found.result()
  }
}

/** [[IndexedPairRDD]] for Java. */
final class JavaIndexedPairRDD[K, V] private[spark] (indexed: IndexedPairRDD[K, V])
    extends JavaIndexedRDD[(K, V), K](indexed) {
  private implicit def any[A]: ClassTag[A] = ClassTag.AnyRef.asInstanceOf[ClassTag[A]]

  /** The pairs, cached and indexed. */
  def pairs: JavaPairRDD[K, V] = new JavaPairRDD(indexed)(any, any)

  /** The values of a key. Runs a job immediately. */
  def lookup(key: K): ju.List[V] = {
    val values = new ju.ArrayList[V]
    indexed.lookup(key).foreach(values.add)
    values
  }

  def join[W](small: JavaPairRDD[K, W]): JavaPairRDD[K, (V, W)] = new JavaPairRDD(indexed.join(small.rdd))(any, any)
}
