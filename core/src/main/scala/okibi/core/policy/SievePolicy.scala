package okibi.core.policy

import java.util

import okibi.core.block.BlockKey

/** SIEVE: a queue with a visited bit for each block, and a hand that moves along the queue. */
object SievePolicy {
  val spec: PolicySpec = PolicySpec(
    name = "sieve",
    rule =
      "a hand moves from the eldest block to the newest and evicts the first block that was not read since the hand " +
        "last passed it. Blocks that were read keep their place in the queue; an RDD never evicts its own blocks",
    inputs = "reads while in memory",
    source =
      "Zhang, Yang, Yue, Vigfusson, Rashmi: SIEVE is Simpler than LRU: an Efficient Turn-Key Eviction Algorithm for " +
        "Web Caches, NSDI 2024",
    make = _ => new SievePolicy
  )
}

private final class SievePolicy extends Policy {
  private final class Node(val block: BlockKey) {
    var visited = false
    var elder: Node = _
    var newer: Node = _
  }

  private val nodes = new util.HashMap[BlockKey, Node]
  private var eldest: Node = _
  private var newest: Node = _
  private var hand: Node = _ // null: at the eldest node

  override def onRead(block: BlockKey): Unit = {
    val node = nodes.get(block)
    if (node != null) node.visited = true
  }

  override def onPut(block: BlockKey): Unit = {
    onDrop(block)
    val node = new Node(block)
    nodes.put(block, node)
    node.elder = newest
    if (newest == null) eldest = node else newest.newer = node
    newest = node
  }

  override def onDrop(block: BlockKey): Unit = {
    val node = nodes.remove(block)
    if (node != null) {
      if (hand eq node) hand = node.newer
      if (node.elder == null) eldest = node.newer else node.elder.newer = node.newer
      if (node.newer == null) newest = node.elder else node.newer.elder = node.elder
    }
  }

  override def onForget(rdd: Int): Unit = {
    var node = eldest
    while (node != null) {
      if (node.block.rdd == rdd) onDrop(node.block)
      node = node.newer
    }
  }

  /** Moves the hand. This does not happen in `onDrop`, because an unpersist drops blocks too. A second call changes
    * nothing: the hand stops at a block that is due.
    */
  override def victims: Iterator[BlockKey] = {
    if (hand == null) hand = eldest
    while (hand != null && hand.visited) {
      hand.visited = false
      hand = if (hand.newer == null) eldest else hand.newer
    }
    lap(visited = false) ++ lap(visited = true)
  }

  /** The blocks with this visited bit, in one lap from the hand. */
  private def lap(visited: Boolean): Iterator[BlockKey] =
    Iterator
      .iterate(hand)(node => if (node.newer == null) eldest else node.newer)
      .take(nodes.size)
      .filter(_.visited == visited)
      .map(_.block)

  override def replaces(candidate: BlockKey, victim: BlockKey): Boolean = candidate.rdd != victim.rdd
  override def tracked: Int = nodes.size
}
