package okibi.core.policy

import java.util

import okibi.core.block.BlockKey

/** Greedy-Dual-Size-Frequency: evicts by cost, size, frequency and age. */
object GdsfPolicy {
  val spec: PolicySpec = PolicySpec(
    name = "gdsf",
    rule =
      "evicts the block with the lowest priority, where priority = clock + reads while in memory x reload time / " +
        "bytes. Each read sets the priority, and the clock follows the lowest priority, so that unread blocks age; " +
        "an RDD never evicts its own blocks",
    inputs = "reads while in memory; reload time; bytes",
    source = "Cherkasova: Improving WWW Proxies Performance with Greedy-Dual-Size-Frequency Caching Policy, HP Labs " +
      "HPL-98-69R1, 1998",
    make = knowledge => new GdsfPolicy(knowledge)
  )
}

private final class GdsfPolicy(knowledge: Knowledge) extends Policy {
  private final class Rank(val block: BlockKey) {
    var reads = 0L
    var priority = 0.0
    var turn = 0L
  }

  private val ranks = new util.HashMap[BlockKey, Rank]
  // Lowest priority first, among equals the block unread for longest. A rank is removed while it changes.
  private val order = new util.TreeSet[Rank]((a: Rank, b: Rank) => {
    val byPriority = java.lang.Double.compare(a.priority, b.priority)
    if (byPriority != 0) byPriority else java.lang.Long.compare(a.turn, b.turn)
  })
  private var clock = 0.0
  private var turns = 0L

  private def raise(rank: Rank): Unit = {
    order.remove(rank)
    turns += 1
    rank.turn = turns
    rank.reads += 1
    rank.priority = clock + rank.reads * knowledge.reloadNs(rank.block) / knowledge.bytes(rank.block)
    order.add(rank)
  }

  override def onRead(block: BlockKey): Unit = {
    val rank = ranks.get(block)
    if (rank != null) raise(rank)
  }

  override def onPut(block: BlockKey): Unit = {
    onDrop(block)
    val rank = new Rank(block)
    ranks.put(block, rank)
    raise(rank)
  }

  override def onDrop(block: BlockKey): Unit = {
    val rank = ranks.remove(block)
    if (rank != null) order.remove(rank)
  }

  override def onForget(rdd: Int): Unit = {
    ranks.keySet.removeIf(_.rdd == rdd)
    order.removeIf(_.block.rdd == rdd)
  }

  /** Sets the clock here, to the value that the next eviction would set: an unpersist drops blocks of any priority and
    * must not move the clock.
    */
  override def victims: Iterator[BlockKey] = {
    if (!order.isEmpty) clock = math.max(clock, order.first.priority)
    new CollectionIterator(order).map(_.block)
  }

  override def replaces(candidate: BlockKey, victim: BlockKey): Boolean = candidate.rdd != victim.rdd
  override def tracked: Int = ranks.size
}
