package okibi.core.policy

import scala.collection.mutable

import okibi.core.block.BlockKey

/** What no cache can beat, whatever it knows. */
object ClairvoyantBound {

  /** Reload time that the best cache of this size can save on the trace, at most.
    *
    * Proof: number the reads 1 to T; between two of them lies a slot, T - 1 in all. A read hits only if its block stayed
    * in memory in every slot since the block's read before, for a cache takes blocks in only as they are read. So a hit
    * that ends a gap of `length` slots uses up `bytes x length` of the `capacity x (T - 1)` byte-slots there are; gaps
    * of one block do not overlap and no unpersist lies inside one. Which gaps to keep is then a knapsack (with
    * more room than in truth, since it ignores when each slot lies), and its fractional relaxation, which takes gaps by
    * falling saving per byte-slot, saves no less than any choice of whole gaps.
    */
  def savedNsAtMost(trace: Trace, capacity: Long): Double = {
    val lastRead = mutable.Map.empty[BlockKey, Int]
    val gaps = mutable.ArrayBuffer.empty[(Double, Double)] // byte-slots, saved ns
    var reads = 0
    trace.events.foreach {
      case TraceEvent.Read(block) =>
        reads += 1
        val facts = trace.blocks(block)
        if (facts.bytes <= capacity)
          lastRead
            .get(block)
            .foreach(before => gaps += ((facts.bytes.toDouble * (reads - before), facts.reloadNs.toDouble)))
        lastRead(block) = reads
      case TraceEvent.Unpersist(rdd) => lastRead.keySet.filter(_.rdd == rdd).toList.foreach(lastRead.remove)
      case TraceEvent.Stage => ()
    }
    var room = capacity.toDouble * math.max(0, reads - 1)
    var saved = 0.0
    gaps.sortBy { case (footprint, ns) => -ns / footprint }.foreach { case (footprint, ns) =>
      val taken = math.min(1.0, room / footprint)
      saved += taken * ns
      room -= taken * footprint
    }
    saved
  }
}
