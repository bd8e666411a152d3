package okibi.core.policy

import java.util

import okibi.core.block.BlockKey

/** Greedy dual, size, frequency. */
object Gdsf {
  val spec: PolicySpec = PolicySpec(
    name = "gdsf",
    rule = "the block with the lowest priority goes first, where priority = clock + reads while in memory x time to have it " +
      "back / bytes, set at each read, and the clock follows the lowest priority, so that what is unread ages; an RDD " +
      "never pushes out its own blocks",
    inputs = "reads while in memory; time to have it back; bytes",
    source = "Cherkasova: Improving WWW Proxies Performance with Greedy-Dual-Size-Frequency Caching Policy, HP Labs " +
      "HPL-98-69R1, 1998",
    make = knowledge => new Gdsf(knowledge)
  )
}

private final class Gdsf(knowledge: Knowledge) extends Policy {
  private final class Rank {
    var reads: Long = 0L
    var priority: Double = 0.0
  }

  private val resident = new Residents(byRead = true)
  private val ranks = new util.HashMap[BlockKey, Rank]
  private var clock = 0.0

  private def raise(block: BlockKey, rank: Rank): Unit = {
    rank.reads += 1
    rank.priority = clock + rank.reads * knowledge.reloadNs(block) / knowledge.bytes(block)
  }

  override def onRead(block: BlockKey): Unit = {
    val rank = ranks.get(block)
    if (rank != null) {
      resident.read(block)
      raise(block, rank)
    }
  }

  override def onPut(block: BlockKey): Unit = {
    val rank = new Rank
    raise(block, rank)
    ranks.put(block, rank)
    resident.put(block)
  }

  override def onDrop(block: BlockKey): Unit = {
    ranks.remove(block)
    resident.drop(block)
  }

  override def onForget(rdd: Int): Unit = {
    ranks.keySet.removeIf(_.rdd == rdd)
    resident.forget(rdd)
  }

  /** The clock is set here, to what the next eviction would set it to: an unpersist, which drops blocks of any
    * priority, must not move it.
    */
  override def victims: Iterator[BlockKey] = {
    val order = resident.ascending(ranks.get(_).priority).buffered
    if (order.hasNext) clock = math.max(clock, ranks.get(order.head).priority)
    order
  }

  override def replaces(candidate: BlockKey, victim: BlockKey): Boolean = candidate.rdd != victim.rdd
  override def tracked: Int = resident.size
}
