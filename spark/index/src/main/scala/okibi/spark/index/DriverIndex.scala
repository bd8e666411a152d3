package okibi.spark.index

import java.lang.ref.{ReferenceQueue, WeakReference}
import java.util.concurrent.{LinkedBlockingQueue, ThreadPoolExecutor, TimeUnit}
import java.util.concurrent.atomic.AtomicLong

import okibi.core.metric.{Counters, IndexMetrics, Metric}
import okibi.spark.shims.DaemonThread

import org.apache.spark.SparkContext

import scala.collection.mutable

/** All filters at the driver, in bounded memory.
  *
  * As long as there is room, filters are kept as they come. When they would take more, each filter is shrunk to an
  * equal share of the memory, one share for each partition of each indexed RDD, and dropped if it would rule out
  * nothing then; new filters are shrunk at once. So each filter is shrunk only once, unless more RDDs are indexed. When
  * the memory is less than a quarter of what all filters need, all would be useless: the RDDs whose filters have ruled
  * out least are given up until the others have room. A thread of its own and the threads that ask work on filters,
  * never Spark's threads. An RDD that is garbage collected frees its filters.
  *
  * Thread-safe: one lock for all changes, which is held for some filters at a time; asking needs no lock.
  */
private[spark] final class DriverIndex(val settings: IndexSettings) {
  import DriverIndex._

  private val counters = new Counters(IndexMetrics.driver, Map(IndexMetrics.indexBytes -> (() => heapBytes)))
  private val registered = new mutable.HashSet[RegisteredFilters]
  private val collected = new ReferenceQueue[RddFilters]
  private val squeezing = new Object
  private val questions = new AtomicLong
  private var bytes = 0L
  private var limit = Int.MaxValue

  private val worker = new ThreadPoolExecutor(
    1,
    1,
    10L,
    TimeUnit.SECONDS,
    new LinkedBlockingQueue[Runnable],
    DaemonThread.factory("okibi-index")
  )
  worker.allowCoreThreadTimeOut(true)

  def value(metric: Metric): Long = counters.value(metric)
  def snapshot: Map[String, Long] = counters.snapshot

  private[index] def count(metric: Metric, amount: Long): Unit = counters.add(metric, amount)

  /** Bytes of heap that the filters take. */
  private[index] def heapBytes: Long = synchronized {
    forgetCollected()
    bytes
  }

  private[index] def register(filters: RddFilters): Unit = synchronized {
    forgetCollected()
    registered += new RegisteredFilters(filters, collected)
  }

  /** Makes room for references to filters, unless the references alone would take all the memory. */
  private[index] def open(filters: RddFilters, partitions: Int): Unit = synchronized {
    forgetCollected()
    if (filters.isOpen && filters.partitions == 0) {
      bytes -= filters.heapBytes.get
      if (bytes + slotBytes.toLong * partitions < settings.driverBytes) filters.openSlots(partitions)
      bytes += filters.heapBytes.get
    }
  }

  /** A question was put to some RDD's filters. What they ruled out long ago is worth less. */
  private[index] def asked(): Unit = if (questions.incrementAndGet() % halvingQuestions == 0) synchronized {
    registered.foreach(filters => Option(filters.get).foreach(_.age()))
  }

  private[index] def later(work: Runnable): Unit = worker.execute(work)

  /** Stores the filter of a partition and drops an older one. */
  private[index] def store(filters: RddFilters, partition: Int, filter: Array[Byte]): Unit =
    if (!stores(filters, partition, filter)) {
      squeezing.synchronized(squeeze())
      stores(filters, partition, filter)
    }

  /** Stores the filter, unless the RDD takes none. False if there is no room. */
  private def stores(filters: RddFilters, partition: Int, filter: Array[Byte]): Boolean = synchronized {
    forgetCollected()
    !filters.isOpen || partition >= filters.partitions || {
      if (filters.at(partition) != null) set(filters, partition, null)
      val fitted = PartitionFilter.fitted(filter, limit)
      val fits = !fitted.exists(overfull)
      if (fits) fitted.foreach(set(filters, partition, _))
      fits
    }
  }

  /** Frees all filters of an RDD. */
  private[index] def clear(filters: RddFilters): Unit = synchronized {
    bytes -= filters.heapBytes.get
    filters.clearSlots()
    limit = Int.MaxValue
  }

  private def overfull(filter: Array[Byte]): Boolean = bytes + cost(filter) > settings.driverBytes

  private def set(filters: RddFilters, partition: Int, filter: Array[Byte]): Unit = {
    val before = filters.heapBytes.get
    filters.set(partition, filter)
    bytes += filters.heapBytes.get - before
  }

  /** Makes room. Called under the lock of squeezing; takes the lock of changes for moments. */
  private def squeeze(): Unit = {
    val all = synchronized(registered.iterator.map(_.get).filter(filters => filters != null && filters.isOpen).toSeq)
    val (kept, left) = byRoom(all.sortBy(filters => (-filters.worth, -filters.rdd)))
    left.foreach(_.giveUpForOthers())
    if (kept.map(_.neededBytes).sum > settings.driverBytes) {
      val most = math.max(0L, math.min(Int.MaxValue.toLong, shareOf(kept) / 8 * 8 - arrayBytes)).toInt
      val isLess = synchronized {
        val isLess = most < limit
        limit = math.min(most, limit)
        isLess
      }
      if (isLess) kept.foreach(filters => (0 until filters.partitions by chunk).foreach(shrink(filters, _, most)))
    }
  }

  /** The first RDDs, as many as find a quarter of what their filters need in the memory, one at least; and the others.
    */
  private def byRoom(byWorth: Seq[RddFilters]): (Seq[RddFilters], Seq[RddFilters]) = {
    var count = byWorth.size
    var needed = byWorth.map(_.neededBytes).sum
    while (count > 1 && settings.driverBytes < needed / 4) {
      count -= 1
      needed -= byWorth(count).neededBytes
    }
    byWorth.splitAt(count)
  }

  /** Bytes for each partition of the RDDs, without the reference to the filter. */
  private def shareOf(all: Seq[RddFilters]): Long =
    settings.driverBytes / math.max(1L, all.map(_.partitions.toLong).sum) - slotBytes

  private def shrink(filters: RddFilters, from: Int, most: Int): Unit = synchronized {
    (from until math.min(from + chunk, filters.partitions)).foreach { partition =>
      val filter = filters.at(partition)
      if (filter != null && filter.length > most) set(filters, partition, PartitionFilter.fitted(filter, most).orNull)
    }
  }

  private def forgetCollected(): Unit = {
    var gone = collected.poll()
    while (gone != null) {
      val entry = gone.asInstanceOf[RegisteredFilters]
      bytes -= entry.heapBytes.get
      registered -= entry
      limit = Int.MaxValue
      gone = collected.poll()
    }
  }
}

private[spark] object DriverIndex {
  private var current: Option[(SparkContext, DriverIndex)] = None

  /** The index of an application, made on first use.
    *
    * @throws okibi.core.conf.ConfException when a key has a value that it does not allow
    */
  def of(context: SparkContext): DriverIndex = synchronized {
    current match {
      case Some((known, index)) if known eq context => index
      case _ =>
        val index = new DriverIndex(IndexSettings(context.getConf.getOption(_)))
        current = Some((context, index))
        index
    }
  }

  /** Forgets an application that ends. */
  def close(context: SparkContext): Unit = synchronized {
    if (current.exists(_._1 eq context)) current = None
  }

  /** The index of the running application, if it has indexed anything. */
  def running: Option[DriverIndex] = synchronized(current.map(_._2))

  private val arrayBytes = 16

  /** Questions after which a partition that was ruled out counts half. */
  private val halvingQuestions = 1000

  /** Filters that are shrunk at a time: two milliseconds. */
  private val chunk = 256

  /** Bytes of a reference to a filter. */
  private[index] val slotBytes = 8

  private[index] def cost(filter: Array[Byte]): Long = (filter.length + arrayBytes + 7L) / 8 * 8

  private final class RegisteredFilters(filters: RddFilters, queue: ReferenceQueue[RddFilters])
      extends WeakReference[RddFilters](filters, queue) {
    val heapBytes: AtomicLong = filters.heapBytes
  }
}
