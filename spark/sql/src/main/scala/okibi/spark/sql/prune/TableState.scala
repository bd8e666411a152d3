package okibi.spark.sql.prune

import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.{AtomicLong, AtomicReferenceArray}

import scala.util.control.NonFatal

import okibi.core.filter.Membership
import okibi.spark.sql.stats.{BoundsPacket, ColumnGroup, SqlKeyOrder, SetsPacket}

import org.slf4j.LoggerFactory

/** What the driver knows of the partitions of one cached table: a packet of bounds for each, and sets of values and
  * tuples. A new packet of a partition replaces the old one. Thread-safe; receiving and reading packets takes no lock.
  *
  * @param orders the order of each column; null for a column without one
  */
private[prune] final class TableState(val orders: Array[SqlKeyOrder], val partitions: Int, memory: DriverMemory) {
  private val log = LoggerFactory.getLogger("okibi")
  private val bounds = new AtomicReferenceArray[Array[Byte]](partitions)
  private val sets = new ConcurrentHashMap[ColumnGroup, AtomicReferenceArray[Membership]]
  private val boundsSize = new AtomicLong(TableState.referenceBytes * partitions)
  private val setsSize = new AtomicLong
  @volatile private var repeatable: java.lang.Boolean = _
  private val attemptsByGroup = new ConcurrentHashMap[ColumnGroup, Int]

  /** Bytes of the heap that the state takes. */
  def sizeBytes: Long = boundsSize.get + setsSize.get

  /** The bound on the driver's memory for all tables, in bytes. */
  def memoryLimitBytes: Long = memory.limitBytes

  /** Bytes of the heap that the sets take. */
  def setsBytes: Long = setsSize.get

  /** Takes a packet. Called on the thread of the scheduler, so it does little more than store references. The bounds of
    * a partition must come before its sets. A packet that cannot be read is dropped, with a warning.
    */
  def receive(packet: Array[Byte]): Unit =
    try
      packet(0) match {
        case BoundsPacket.Kind => receiveBounds(packet)
        case SetsPacket.Kind => receiveSets(SetsPacket.decode(packet))
        case other =>
          log.warn(
            s"Okibi: a task sent statistics of a cached table with the unknown kind $other. " +
              "They are dropped, and every query reads the partition."
          )
      }
    catch {
      case NonFatal(e) =>
        log.warn(
          "Okibi: a task sent statistics of a cached table that cannot be read. " +
            s"They are dropped, and every query reads the partition: $e"
        )
    }

  /** Bounds that differ from those before come from other rows, so the sets of the partition are dropped. */
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

  /** Sets that a scan learned count only if the scan read every row. */
  private def receiveSets(packet: SetsPacket): Unit = {
    val current = bounds.get(packet.partition)
    if (current != null && BoundsPacket.rows(current) == packet.rows) packet.sets.foreach { case (group, set) =>
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

  /** Whether computing a partition again gives the same rows. The argument is evaluated for the first call. */
  def isRepeatable(analysis: => Boolean): Boolean = {
    if (repeatable == null) repeatable = analysis
    repeatable
  }

  /** The bounds of a partition, see [[BoundsPacket]]; null if they are unknown. */
  def boundsOf(partition: Int): Array[Byte] = bounds.get(partition)

  /** The sets of a group by partition; null if none is known. */
  def setsOf(group: ColumnGroup): AtomicReferenceArray[Membership] = sets.get(group)

  /** The groups of two or more columns that have sets. */
  def groups: Seq[ColumnGroup] = {
    val known = Seq.newBuilder[ColumnGroup]
    sets.keySet.forEach(group => if (group.ordinals.length > 1) known += group)
    known.result()
  }

  /** The number of scans that tried to learn the group. */
  def attempts(group: ColumnGroup): Int = attemptsByGroup.getOrDefault(group, 0)

  /** Counts a scan that tries to learn the group. */
  def attempt(group: ColumnGroup): Unit = attemptsByGroup.merge(group, 1, (before, more) => before + more)

  /** Drops the sets of the group whose sets take the most memory. */
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

  /** The header of an array. */
  private val arrayBytes = 16L

  /** The objects of a set besides its bytes. */
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
