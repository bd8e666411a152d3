package okibi.spark.index

import java.{util => ju}

import org.apache.spark.util.{AccumulatorV2, CollectionAccumulator}

/** The way of filters from tasks to the driver: with a task's result, and only of a task that succeeded.
  *
  * At the driver this object hands on what arrives and keeps nothing. Executors get Spark's own `CollectionAccumulator` in its
  * place (`copyAndReset`), so that only classes of Spark and Java travel.
  *
  * @param receive called on the scheduler's thread: must return at once
  */
private[index] final class FilterChannel(@transient receive: ju.List[Array[Byte]] => Unit)
    extends CollectionAccumulator[Array[Byte]] {
  override def merge(other: AccumulatorV2[Array[Byte], ju.List[Array[Byte]]]): Unit =
    if (!other.isZero) receive(other.value)
}
