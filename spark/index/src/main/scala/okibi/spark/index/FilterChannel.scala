package okibi.spark.index

import java.{util => ju}

import org.apache.spark.util.{AccumulatorV2, CollectionAccumulator}

/** Brings filters from tasks to the driver with the result of a task, and only if the task succeeded.
  *
  * At the driver this object passes on what arrives and keeps nothing. Executors get Spark's own
  * `CollectionAccumulator` instead (`copyAndReset`), so that only classes of Spark and Java are sent.
  *
  * @param receive called on the scheduler's thread; must return immediately
  */
private[index] final class FilterChannel(@transient receive: ju.List[Array[Byte]] => Unit)
    extends CollectionAccumulator[Array[Byte]] {
  override def merge(other: AccumulatorV2[Array[Byte], ju.List[Array[Byte]]]): Unit =
    if (!other.isZero) receive(other.value)
}
