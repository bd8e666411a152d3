package okibi.spark.sql.prune

import java.util.concurrent.atomic.AtomicReferenceArray

import okibi.core.filter.Membership
import okibi.spark.sql.stats.{BoundsPacket, ColumnGroup}

/** The facts that the driver has of a partition. For one thread.
  *
  * @param maxProbes the most hashes that a test may probe in a partition; with more hashes nothing is excluded
  */
private[prune] final class PartitionFacts(state: TableState, maxProbes: Int) extends ColumnFacts {
  private var partition = 0
  private var packet: Array[Byte] = _
  private var lastGroup: ColumnGroup = _
  private var lastSets: AtomicReferenceArray[Membership] = _

  /** Moves to a partition. */
  def at(partition: Int): this.type = {
    this.partition = partition
    packet = state.boundsOf(partition)
    this
  }

  def flags(column: Int): Int = if (packet == null) ColumnFacts.Unknown else BoundsPacket.flags(packet, column)
  def lower(column: Int): Long = BoundsPacket.lower(packet, column)
  def upper(column: Int): Long = BoundsPacket.upper(packet, column)
  def compareLower(column: Int, key: Array[Byte]): Int = BoundsPacket.compareLower(packet, column, key)
  def compareUpper(column: Int, key: Array[Byte]): Int = BoundsPacket.compareUpper(packet, column, key)

  def excludes(columns: ColumnGroup, hashes: Array[Long], from: Int, until: Int): Boolean =
    until - from <= maxProbes && {
      val set = setOf(columns)
      set != null && {
        var i = from
        while (i < until && !set.mayContain(hashes(i))) i += 1
        i == until
      }
    }

  private def setOf(columns: ColumnGroup): Membership = {
    if (columns ne lastGroup) {
      lastGroup = columns
      lastSets = state.setsOf(columns)
    }
    if (lastSets == null) null else lastSets.get(partition)
  }
}
