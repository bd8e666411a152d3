package okibi.core.policy

import scala.collection.mutable

import okibi.core.block.BlockKey

/** An upper bound for every cache, even for one that knows the future. */
object ClairvoyantBound {

  /** The most reload time that a cache of this size can save on the trace.
    *
    * Proof: number the reads 1 to T. Between two successive reads lies a slot; there are T - 1 slots. A cache takes a
    * block in only when the block is read. So a read hits only if its block stayed in memory in every slot since the
    * block's previous read. A hit that ends a gap of `length` slots takes `bytes x length` of the `capacity x (T - 1)`
    * byte-slots. Gaps of one block do not overlap, and no unpersist lies inside a gap. The choice of gaps is a knapsack
    * problem, with more room than a real cache has, because it ignores when each slot lies. The fractional relaxation
    * takes gaps by falling saving per byte-slot, and saves no less than any choice of whole gaps.
    */
  def savedNs(trace: Trace, capacityBytes: Long): Double = {
    val lastRead = mutable.Map.empty[BlockKey, Int]
    val gaps = mutable.ArrayBuffer.empty[(Double, Double)] // byte-slots and saved ns
    var reads = 0
    trace.events.foreach {
      case TraceEvent.Read(block) =>
        reads += 1
        val cost = trace.blocks(block)
        if (cost.bytes <= capacityBytes)
          lastRead
            .get(block)
            .foreach(before => gaps += ((cost.bytes.toDouble * (reads - before), cost.reloadNs.toDouble)))
        lastRead(block) = reads
      case TraceEvent.Unpersist(rdd) => lastRead.keySet.filter(_.rdd == rdd).toList.foreach(lastRead.remove)
      case TraceEvent.Stage => ()
    }
    var room = capacityBytes.toDouble * math.max(0, reads - 1)
    var savedNs = 0.0
    gaps.sortBy { case (footprint, ns) => -ns / footprint }.foreach { case (footprint, ns) =>
      val taken = math.min(1.0, room / footprint)
      savedNs += taken * ns
      room -= taken * footprint
    }
    savedNs
  }
}
