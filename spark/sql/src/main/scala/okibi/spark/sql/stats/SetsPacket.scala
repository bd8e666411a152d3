package okibi.spark.sql.stats

import java.nio.ByteBuffer

import okibi.core.filter.Membership
import okibi.spark.shims.SparkBloom

/** Sets of values and of tuples of one partition.
  *
  * @param rows the number of rows that the sets were gathered from
  */
final case class SetsPacket(partition: Int, rows: Long, sets: Seq[(ColumnGroup, Membership)]) {

  def encode: Array[Byte] = {
    val size = SetsPacket.header + sets.map { case (group, set) => SetsPacket.setBytes(group, set) }.sum
    val out = ByteBuffer.allocate(size).put(SetsPacket.Kind).putInt(partition).putLong(rows).putInt(sets.length)
    sets.foreach { case (group, set) =>
      out.put(group.ordinals.length.toByte)
      group.ordinals.foreach(ordinal => out.putInt(ordinal))
      val bytes = set.encode
      out.putInt(bytes.length).put(bytes)
    }
    out.array
  }
}

object SetsPacket {
  final val Kind: Byte = 2

  private final val header = 17

  /** A packet of the gathered sets that fit in the plan; nothing if no set fits. Declared groups go first, then the
    * smallest sets.
    */
  def of(plan: CollectPlan, partition: Int, rows: Long, collectors: Seq[SetCollector]): Option[Array[Byte]] = {
    var leftBytes = plan.setBytes
    val sets = collectors.flatMap(collector => collector.result().map(collector.group -> _))
    val kept =
      sets.sortBy { case (group, set) => (-group.ordinals.length, set.sizeBytes) }.filter { case (group, set) =>
        val fits = setBytes(group, set) <= leftBytes
        if (fits) leftBytes -= setBytes(group, set)
        fits
      }
    if (kept.isEmpty) None else Some(SetsPacket(partition, rows, kept).encode)
  }

  /** The size of a set in a packet, in bytes. */
  def setBytes(group: ColumnGroup, set: Membership): Int = 5 + 4 * group.ordinals.length + set.sizeBytes

  /** @throws okibi.core.filter.DamagedFilter if a set cannot be read */
  def decode(packet: Array[Byte]): SetsPacket = {
    val in = ByteBuffer.wrap(packet)
    in.get()
    val partition = in.getInt()
    val rows = in.getLong()
    val sets = Seq.fill(in.getInt()) {
      val group = ColumnGroup(Vector.fill(in.get().toInt)(in.getInt()))
      val bytes = new Array[Byte](in.getInt())
      in.get(bytes)
      group -> SparkBloom.orMembership(bytes)
    }
    SetsPacket(partition, rows, sets)
  }
}
