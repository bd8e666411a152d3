package okibi.spark.sql.prune

import okibi.spark.sql.stats.BoundsPacket

import org.apache.spark.util.{AccumulatorV2, CollectionAccumulator}

/** Brings packets of tasks to a table's state, with the results of the tasks and before their job ends.
  *
  * Only the driver has this class: what it sends to tasks is Spark's own collection of plain bytes, which every class loader
  * knows. Spark merges each task's packets here, on the scheduler's thread, and drops those of failed tasks. A
  * set is believed with the bounds of the same rows, so bounds go first.
  */
private[prune] final class PacketAccumulator(@transient state: TableState) extends CollectionAccumulator[Array[Byte]] {
  override def copyAndReset(): CollectionAccumulator[Array[Byte]] = new CollectionAccumulator[Array[Byte]]

  override def merge(other: AccumulatorV2[Array[Byte], java.util.List[Array[Byte]]]): Unit = {
    val packets = other.value
    packets.forEach(packet => if (packet(0) == BoundsPacket.Kind) state.receive(packet))
    packets.forEach(packet => if (packet(0) != BoundsPacket.Kind) state.receive(packet))
  }
}
