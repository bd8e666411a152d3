package okibi.spark.sql.prune

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.{AtomicLong, AtomicReferenceArray}

import scala.util.control.NonFatal

import okibi.core.filter.Membership
import okibi.spark.sql.stats.{BoundsPacket, ColumnGroup, SqlKeyOrder, SetsPacket}

import org.slf4j.LoggerFactory

/** What the driver knows of the partitions of one cached table: a packet of bounds for each, and sets of values and tuples.
  * What comes for a partition replaces what was known of it. Thread-safe, without locks where packets arrive or are read.
  *
  * @param orders of each column; null for one without
  */
private[prune] final class TableState(val orders: Array[SqlKeyOrder], val partitions: Int, memory: DriverMemory) {
  private val log = LoggerFactory.getLogger("okibi")
  private val bounds = new AtomicReferenceArray[Array[Byte]](partitions)
  private val sets = new ConcurrentHashMap[ColumnGroup, AtomicReferenceArray[Membership]]
  private val boundsSize = new AtomicLong(TableState.referenceBytes * partitions)
  private val setsSize = new AtomicLong
  @volatile private var repeatable: java.lang.Boolean = _
  private val tried = new ConcurrentHashMap[ColumnGroup, Int]

  /** Bytes of the heap that this takes. */
  def sizeBytes: Long = boundsSize.get + setsSize.get

  /** The bound on the driver's memory for all tables. */
  def memoryLimit: Long = memory.limitBytes

  def setsBytes: Long = setsSize.get

  /** Called on the scheduler's thread: little more than storing references. Bounds of a partition come before its sets. */
  def receive(packet: Array[Byte]): Unit =
    try
      packet(0) match {
        case BoundsPacket.Kind => receiveBounds(packet)
        case SetsPacket.Kind => receiveSets(SetsPacket.decode(packet))
        case other =>
          log.warn(
            s"Okibi: what a task sent of a cached table has the unknown kind $other and is left out; the partition is read always."
          )
      }
    catch {
      case NonFatal(e) =>
        log.warn(
          s"Okibi: what a task sent of a cached table cannot be read and is left out; the partition is read always: $e"
        )
    }

  /** Other bounds than before are of other rows: what was known of them goes. */
  private def receiveBounds(packet: Array[Byte]): Unit = {
    val partition = BoundsPacket.partition(packet)
    val size = packet.length + TableState.arrayBytes
    val kept = if (memory.reserve(size, forBounds = true)) packet else null
    val old = bounds.getAndSet(partition, kept)
    boundsSize.addAndGet((if (kept == null) 0 else size) - (if (old == null) 0 else old.length + TableState.arrayBytes))
    if (old != null && !java.util.Arrays.equals(old, packet)) sets.forEach { (_, byPartition) =>
      put(byPartition, partition, null)
    }
  }

  /** Sets that a scan has learned count only if it has read every row. */
  private def receiveSets(packet: SetsPacket): Unit = {
    val known = bounds.get(packet.partition)
    if (known != null && BoundsPacket.rows(known) == packet.rows) packet.sets.foreach { case (group, set) =>
      val first = if (sets.containsKey(group)) 0 else TableState.referenceBytes * partitions
      if (memory.reserve(first + set.sizeBytes + TableState.setBytes, forBounds = false)) {
        setsSize.addAndGet(first)
        put(sets.computeIfAbsent(group, _ => new AtomicReferenceArray(partitions)), packet.partition, set)
      }
    }
  }

  private def put(byPartition: AtomicReferenceArray[Membership], partition: Int, set: Membership): Unit = {
    val old = byPartition.getAndSet(partition, set)
    setsSize.addAndGet(TableState.sizeOf(set) - TableState.sizeOf(old))
  }

  /** Whether computing a partition again gives the same rows; asked of the table's plan once. */
  def isRepeatable(ask: => Boolean): Boolean = {
    if (repeatable == null) repeatable = ask
    repeatable
  }

  /** The bounds of a partition, see [[BoundsPacket]]; null when they are not known. */
  def boundsOf(partition: Int): Array[Byte] = bounds.get(partition)

  /** The sets of a group by partition; null when none is known. */
  def setsOf(group: ColumnGroup): AtomicReferenceArray[Membership] = sets.get(group)

  /** Groups of two and more columns of which sets are known. */
  def groups: Seq[ColumnGroup] = {
    val known = Seq.newBuilder[ColumnGroup]
    sets.keySet.forEach(group => if (group.ordinals.length > 1) known += group)
    known.result()
  }

  /** How many scans have tried to learn the group. */
  def attempts(group: ColumnGroup): Int = tried.getOrDefault(group, 0)

  def attempt(group: ColumnGroup): Unit = tried.merge(group, 1, (before, more) => before + more)

  /** Gives up the sets of the group that takes most. */
  def dropLargestSets(): Unit = {
    var largest: ColumnGroup = null
    var most = -1L
    sets.forEach { (group, byPartition) =>
      val size = TableState.sizeOf(byPartition)
      if (size > most) {
        most = size
        largest = group
      }
    }
    if (largest != null && sets.remove(largest) != null) setsSize.addAndGet(-most)
  }
}

private[prune] object TableState {
  private val referenceBytes = 4L
  private val arrayBytes = 16L

  /** A set's objects besides its bytes. */
  private val setBytes = 128L

  private def sizeOf(set: Membership): Long = if (set == null) 0 else set.sizeBytes + setBytes

  private def sizeOf(byPartition: AtomicReferenceArray[Membership]): Long = {
    var size = referenceBytes * byPartition.length
    var i = 0
    while (i < byPartition.length) {
      size += sizeOf(byPartition.get(i))
      i += 1
    }
    size
  }
}
