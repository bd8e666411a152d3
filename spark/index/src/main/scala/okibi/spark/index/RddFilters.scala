package okibi.spark.index

import java.util
import java.util.concurrent.ConcurrentLinkedQueue
import java.util.concurrent.atomic.{AtomicBoolean, AtomicLong, AtomicReferenceArray}

import okibi.core.filter.{DamagedFilter, Membership}
import okibi.core.metric.IndexMetrics
import okibi.core.reason.Reason

import org.slf4j.LoggerFactory

/** The filters of one RDD at the driver. Thread-safe; all changes go through [[DriverIndex]]. */
private[index] final class RddFilters(val rdd: Int, index: DriverIndex) {
  import RddFilters._

  /** Bytes of heap that the filters take. The index keeps this counter after this object is garbage collected. */
  val heapBytes: AtomicLong = new AtomicLong

  private val inbox = new ConcurrentLinkedQueue[Array[Byte]]
  private val working = new AtomicBoolean
  @volatile private var open = true
  @volatile private var reason: Option[Reason] = None
  @volatile private var slots: AtomicReferenceArray[Array[Byte]] = _
  @volatile private var expected = 0
  private val arrived, arrivedBytes, ruledOut = new AtomicLong
  private var asked, passed = 0

  def isOpen: Boolean = open && reason.isEmpty
  def partitions: Int = if (slots == null) 0 else slots.length
  def at(partition: Int): Array[Byte] = if (slots == null) null else slots.get(partition)

  /** The reason why partitions are not pruned, if it is known. */
  def notPruning: Option[Reason] = reason

  /** How many partitions have a filter. */
  def filters: Int = (0 until partitions).count(at(_) != null)

  /** How often a filter has ruled out its partition, on average; what is long ago counts less. */
  def worth: Double = ruledOut.get.toDouble / math.max(1, partitions)

  /** Halves the worth. */
  def age(): Unit = {
    ruledOut.updateAndGet(_ / 2)
    ()
  }

  /** Bytes of heap that filters of all partitions would take if none had to be shrunk. */
  def neededBytes: Long = {
    val known = arrived.get
    partitions * (DriverIndex.slotBytes + (if (known == 0) 0L else arrivedBytes.get / known))
  }

  /** The RDD is persisted: filters of `count` partitions may come. */
  def expect(count: Int): Unit = {
    expected = count
    index.open(this, count)
  }

  /** The RDD is persisted again. */
  def reopen(): Unit = index.synchronized {
    if (!open) {
      open = true
      reason = None
      index.open(this, expected)
    }
  }

  /** Takes messages from tasks; another thread processes them. */
  def receive(messages: util.List[Array[Byte]]): Unit = if (isOpen) {
    inbox.addAll(messages)
    if (working.compareAndSet(false, true)) index.later(() => settle())
  }

  /** Processes all messages that have arrived, or waits until another thread has done so. */
  def settle(): Unit = inbox.synchronized {
    working.set(false)
    var next = inbox.poll()
    while (next != null) {
      index.count(IndexMetrics.filtersReceived, 1)
      index.count(IndexMetrics.filtersReceivedBytes, next.length.toLong)
      val message = FilterMessage.decode(next)
      message.outcome match {
        case Right(filter) => store(message.partition, filter)
        case Left(why) => giveUp(Reason.UnknownEquality, why)
      }
      next = inbox.poll()
    }
  }

  private def store(partition: Int, filter: Array[Byte]): Unit =
    try {
      PartitionFilter.membership(filter)
      arrived.incrementAndGet()
      arrivedBytes.addAndGet(DriverIndex.cost(filter))
      index.store(this, partition, filter)
    } catch {
      case e: DamagedFilter => log.warn(s"Okibi: partition $partition of RDD $rdd: ${e.getMessage}")
    }

  /** Asks all filters. None if all partitions must be read. */
  def ask(probe: KeyProbe, count: Int): Option[IndexAnswer] = {
    settle()
    val now = slots
    if (!isOpen || now == null || now.length != count) {
      index.count(IndexMetrics.partitionsKept, count.toLong)
      None
    } else {
      val tested, kept = new util.BitSet(count)
      var partition = 0
      while (partition < count) {
        val filter = now.get(partition)
        if (filter != null) tested.set(partition)
        if (filter == null || probe.mayMatch(filter)) kept.set(partition)
        partition += 1
      }
      val keptCount = kept.cardinality
      index.count(IndexMetrics.partitionsKept, keptCount.toLong)
      index.count(IndexMetrics.partitionsPruned, count.toLong - keptCount)
      ruledOut.addAndGet(count.toLong - keptCount)
      index.asked()
      if (probe.keys <= index.settings.probeKeys) learn(tested.cardinality, tested.cardinality - (count - keptCount))
      Some(new IndexAnswer(tested, kept))
    }
  }

  /** Frees all filters. No filter is accepted until [[expect]]. */
  def close(): Unit = {
    open = false
    inbox.clear()
    index.clear(this)
  }

  /** Called under the lock of the index. */
  private[index] def openSlots(count: Int): Unit = {
    slots = new AtomicReferenceArray(count)
    heapBytes.set(DriverIndex.slotBytes * count.toLong)
  }

  /** Called under the lock of the index. */
  private[index] def set(partition: Int, filter: Array[Byte]): Unit = {
    val old = slots.getAndSet(partition, filter)
    heapBytes.addAndGet(
      (if (filter == null) 0L else DriverIndex.cost(filter)) - (if (old == null) 0L else DriverIndex.cost(old))
    )
  }

  /** Called under the lock of the index. */
  private[index] def clearSlots(): Unit = {
    slots = null
    heapBytes.set(0)
  }

  /** Drops filters that have ruled out almost nothing in many questions. */
  private def learn(tested: Int, kept: Int): Unit = {
    val useless = synchronized {
      if (tested > 0) {
        asked += 1
        passed += (if (kept > tested * Membership.uselessRate) 1 else 0)
      }
      asked >= trials && passed > asked * Membership.uselessRate
    }
    if (useless)
      giveUp(
        Reason.PassesAlways,
        s"at least four in five of $trials or more questions ruled out less than a fifth of the partitions"
      )
  }

  /** Leaves the memory to RDDs whose filters are worth more. */
  private[index] def giveUpForOthers(): Unit = giveUp(
    Reason.NoRoom,
    s"filters of other RDDs rule out more, and spark.okibi.index.driverMemory=${index.settings.driverBytes} bytes is " +
      s"less than a quarter of what all of them need"
  )

  private def giveUp(why: Reason, detail: String): Unit = {
    val first = index.synchronized {
      val first = reason.isEmpty
      reason = Some(why)
      first
    }
    if (first) {
      inbox.clear()
      index.clear(this)
      log.info(s"Okibi reads all partitions of RDD $rdd (${why.code}): $detail. ${why.doc}")
    }
  }
}

/** @param tested partitions whose filter was asked
  * @param kept   partitions that may hold one of the keys
  */
private[index] final class IndexAnswer(val tested: util.BitSet, val kept: util.BitSet)

private[index] object RddFilters {
  private val log = LoggerFactory.getLogger("okibi")

  /** Questions after which filters are judged. */
  private val trials = 32
}
