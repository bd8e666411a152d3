package okibi.spark.index

import java.util.concurrent.ThreadLocalRandom

import okibi.core.metric.IndexMetrics
import okibi.core.reason.Reason

import org.apache.spark.{Partition, Partitioner, SparkEnv, TaskContext}
import org.apache.spark.okibi.RddBridge
import org.apache.spark.rdd.RDD
import org.apache.spark.storage.StorageLevel
import org.apache.spark.util.CollectionAccumulator

import scala.reflect.ClassTag

/** A cached RDD with a membership filter of the keys of each partition. The filters are built in the pass that computes
  * the partitions. Operations that ask for keys read only partitions that may hold them, and return what a filter over
  * all elements would return, in the same order.
  *
  * Filters are used as soon as they are at the driver, which is when the job that filled the cache ends. A partition
  * without a filter is read. An RDD whose output may differ when it is computed again
  * ([[org.apache.spark.rdd.DeterministicLevel]]) is cached, but has no filters.
  *
  * @param key returns the key of an element; must return the same key for the same element
  * @tparam K keys are equal by Scala's `==`, as in `rdd.filter(key(_) == k)`
  */
class IndexedRDD[T: ClassTag, K] private[spark] (source: RDD[T], protected val key: T => K, settings: IndexSettings)
    extends RDD[T](source) {

  @transient private val index = DriverIndex.of(source.sparkContext)
  @transient private val filters = new RddFilters(id, index)
  private val indexId = IndexId(id, ThreadLocalRandom.current().nextLong())
  private val builds = settings.builds && !RddBridge.isIndeterminate(source)
  private val channel: CollectionAccumulator[Array[Byte]] = new FilterChannel(filters.receive)
  private var messageBytes = 0

  index.register(filters)
  source.sparkContext.register(channel)

  override val partitioner: Option[Partitioner] = source.partitioner

  private[index] def tag: ClassTag[T] = implicitly[ClassTag[T]]

  /** The elements whose key equals `value`: `rdd.filter(key(_) == value)`. */
  def filterEquals(value: K): RDD[T] = {
    val keyOf = key
    asking(Iterator(value)).filter(element => keyOf(element) == value)
  }

  /** The elements whose key is among `values`: `rdd.filter(element => values.toSet.contains(key(element)))`. */
  def filterIn(values: Iterable[K]): RDD[T] = {
    val keyOf = key
    val wanted = values.toSet
    asking(wanted.iterator).filter(element => wanted.contains(keyOf(element)))
  }

  /** The elements whose key equals a row of a small RDD, by `equals` as in a join. If the small side has at most
    * `spark.okibi.index.smallRows` rows, it is collected immediately. A larger side is joined by Spark's `join`.
    */
  def leftSemi(small: RDD[K]): RDD[T] = {
    val keyOf = key
    SmallSide.collect(small, settings.smallRows) match {
      case Some(rows) =>
        val wanted = SmallSide.send(sparkContext, rows)(IndexedRDD.setOf)
        asking(rows.iterator.asInstanceOf[Iterator[K]]).mapPartitions(
          { elements =>
            val keys = wanted.get
            elements.filter(element => keys.contains(keyOf(element)))
          },
          preservesPartitioning = true
        )
      case None =>
        implicit val anyKey: ClassTag[K] = ClassTag.Any.asInstanceOf[ClassTag[K]]
        map(element => (keyOf(element), element)).join(small.distinct().map(row => (row, ()))).map(_._2._1)
    }
  }

  /** The current state of this RDD's index at the driver. */
  def indexStatus: IndexStatus = {
    filters.settle()
    val reason =
      if (!settings.builds) Some(Reason.FilterOff) else if (!builds) Some(Reason.Indeterminate) else filters.notPruning
    IndexStatus(getNumPartitions, filters.filters, filters.heapBytes.get, reason)
  }

  /** The elements of all partitions that may hold one of the keys, including elements with other keys. */
  private[index] def asking(keys: Iterator[K], only: Option[Int] = None): RDD[T] =
    if (!builds && only.isEmpty) this
    else new PrunedRDD(this, if (builds) KeyProbe.of(keys) else None, only)

  /** Asks the driver's index. */
  private[index] def ask(probe: KeyProbe): Option[IndexAnswer] = filters.ask(probe, getNumPartitions)

  /** Whether this executor's own filter rules out that the partition holds one of the keys. */
  private[index] def ruledOutHere(partition: Int, probe: KeyProbe): Boolean =
    LocalFilters.get.ruleOut(indexId, partition, probe)

  override def compute(split: Partition, context: TaskContext): Iterator[T] = {
    val elements = firstParent[T].iterator(split, context)
    if (!builds || getStorageLevel == StorageLevel.NONE) elements
    else new FilterTap[T](elements, new FilterBuilder(settings, key), outcome => publish(split.index, outcome))
  }

  private def publish(partition: Int, outcome: Either[String, Option[Array[Byte]]]): Unit = outcome match {
    case Left(why) => channel.add(FilterMessage.encode(FilterMessage(partition, Left(why))))
    case Right(None) =>
    case Right(Some(filter)) =>
      val local = LocalFilters.get
      local.counters.increment(IndexMetrics.filtersBuilt)
      local.put(indexId, partition, filter, settings.executorBytes)
      PartitionFilter
        .fitted(filter, messageBytes)
        .foreach(fitted => channel.add(FilterMessage.encode(FilterMessage(partition, Right(fitted)))))
  }

  override protected def getPartitions: Array[Partition] = {
    val partitions = firstParent[T].partitions
    messageBytes = IndexedRDD.messageBytes(settings, partitions.length)
    if (builds) filters.expect(partitions.length)
    partitions
  }

  override def persist(level: StorageLevel): this.type = {
    super.persist(level)
    if (builds) filters.reopen()
    this
  }

  /** Removes the blocks and frees all filters. */
  override def unpersist(blocking: Boolean): this.type = {
    super.unpersist(blocking)
    filters.close()
    if (SparkEnv.get != null) LocalFilters.get.drop(indexId)
    this
  }
}

object IndexedRDD {

  /** The rows, to be looked up by `equals`. */
  private def setOf(rows: Array[Any]): java.util.HashSet[Any] = {
    val keys = new java.util.HashSet[Any](rows.length * 2)
    rows.foreach(keys.add)
    keys
  }

  /** Bytes of a filter that a task may send. Spark sends a task's result beyond a megabyte in another way; and all
    * filters of an RDD together should have at most twice the bytes for which the driver has room.
    */
  private def messageBytes(settings: IndexSettings, partitions: Int): Int =
    math.min(1L << 18, settings.driverBytes * 2 / math.max(1, partitions)).toInt

  /** The RDD, persisted at the level and indexed by the key. */
  private[spark] def of[T: ClassTag, K](rdd: RDD[T], key: T => K, level: StorageLevel): IndexedRDD[T, K] =
    new IndexedRDD[T, K](rdd, RddBridge.clean(rdd.sparkContext, key), DriverIndex.of(rdd.sparkContext).settings)
      .persist(level)
}

/** The state of an index.
  *
  * @param partitions partitions of the RDD
  * @param filters    partitions that have a filter at the driver
  * @param heapBytes  bytes of heap that the filters take there
  * @param notPruning the reason why no partition is pruned, if it is known
  */
final case class IndexStatus(partitions: Int, filters: Int, heapBytes: Long, notPruning: Option[Reason])
