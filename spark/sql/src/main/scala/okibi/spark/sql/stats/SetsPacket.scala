package okibi.spark.sql.stats

import java.nio.ByteBuffer

import okibi.core.filter.Membership
import okibi.spark.shims.SparkBloom

/** Sets of values, or of tuples, of one partition.
  *
  * @param rows how many rows they were gathered from
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

  /** A packet of what was gathered, as far as the plan has room; nothing if no set fits. Groups were asked for and go first, then the smallest sets. */
  def of(plan: CollectPlan, partition: Int, rows: Long, collectors: Seq[SetCollector]): Option[Array[Byte]] = {
    var left = plan.setBytes
    val sets = collectors.flatMap(collector => collector.result().map(collector.group -> _))
    val kept =
      sets.sortBy { case (group, set) => (-group.ordinals.length, set.sizeBytes) }.filter { case (group, set) =>
        val fits = setBytes(group, set) <= left
        if (fits) left -= setBytes(group, set)
        fits
      }
    if (kept.isEmpty) None else Some(SetsPacket(partition, rows, kept).encode)
  }

  /** Bytes that a set takes in a packet. */
  def setBytes(group: ColumnGroup, set: Membership): Int = 5 + 4 * group.ordinals.length + set.sizeBytes

  /** @throws okibi.core.filter.DamagedFilter when a set cannot be read */
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
