package okibi.spark.sql.prune

import okibi.spark.sql.stats.BoundsPacket

import org.apache.spark.util.{AccumulatorV2, CollectionAccumulator}

/** Brings the packets of tasks to the state of a table, with the results of the tasks and before their job ends.
  *
  * Only the driver has this class. Tasks receive Spark's own accumulator of plain byte arrays, which every class loader
  * can load. Spark merges the packets of each task here, on the thread of the scheduler, and drops the packets of
  * failed tasks. A set counts only after the bounds of the same rows, so bounds go first.
  */
private[prune] final class PacketAccumulator(@transient state: TableState) extends CollectionAccumulator[Array[Byte]] {
  override def copyAndReset(): CollectionAccumulator[Array[Byte]] = new CollectionAccumulator[Array[Byte]]

  override def merge(other: AccumulatorV2[Array[Byte], java.util.List[Array[Byte]]]): Unit = {
    val packets = other.value
    packets.forEach(packet => if (packet(0) == BoundsPacket.Kind) state.receive(packet))
    packets.forEach(packet => if (packet(0) != BoundsPacket.Kind) state.receive(packet))
  }
}
