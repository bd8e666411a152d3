package okibi.core.policy

import scala.collection.mutable

import okibi.core.block.BlockKey

/** What a run came to.
  *
  * @param savedNs    reload time of the hits
  * @param hitsByStage hits of each stage, from the first
  */
final case class Outcome(hits: Int, byteHits: Long, evictions: Int, savedNs: Long, hitsByStage: Vector[Int])

/** A cache as small as one can be: bytes, a policy, blocks that tasks hold. A newcomer enters if there is room, or if
  * it may replace enough of the victims; else it is bypassed.
  *
  * @param tasks how many reads at a time hold their block, so that it cannot be evicted
  */
final class CacheModel(trace: Trace, spec: PolicySpec, foreseen: Boolean, val capacity: Long, tasks: Int = 4) {
  private val knowledge = new TraceKnowledge(trace, foreseen)
  val policy: Policy = spec.make(knowledge)
  private val inMemory = mutable.Set.empty[BlockKey]
  private var held = Vector.empty[BlockKey]
  private var used = 0L
  private var evictions = 0

  def resident: collection.Set[BlockKey] = inMemory
  def usedBytes: Long = used

  /** Plays the trace.
    *
    * @param after called after each event
    */
  def run(after: Event => Unit = _ => ()): Outcome = {
    var hits = 0
    var byteHits = 0L
    var savedNs = 0L
    val byStage = mutable.ArrayBuffer.empty[Int]
    trace.events.zipWithIndex.foreach { case (event, at) =>
      knowledge.advance(at)
      event match {
        case Event.Stage => byStage += 0
        case Event.Unpersist(rdd) => unpersist(rdd)
        case Event.Read(block) =>
          if (read(block)) {
            hits += 1
            byteHits += bytes(block)
            savedNs += trace.blocks(block).reloadNs
            if (byStage.nonEmpty) byStage(byStage.size - 1) += 1
          }
      }
      after(event)
    }
    Outcome(hits, byteHits, evictions, savedNs, byStage.toVector)
  }

  def unpersist(rdd: Int): Unit = {
    held = held.filter(_.rdd != rdd)
    inMemory.filter(_.rdd == rdd).toList.foreach(drop)
    policy.onForget(rdd)
  }

  private def read(block: BlockKey): Boolean = {
    policy.onRead(block)
    val hit = inMemory(block)
    if (!hit) admit(block)
    held = (held :+ block).takeRight(tasks)
    hit
  }

  private def admit(block: BlockKey): Unit = {
    var wanted = bytes(block) - (capacity - used)
    val leaving = mutable.ListBuffer.empty[BlockKey]
    val victims = policy.victims
    var refused = bytes(block) > capacity
    while (wanted > 0 && !refused && victims.hasNext) {
      val victim = victims.next()
      if (!held.contains(victim)) {
        if (policy.replaces(block, victim)) {
          leaving += victim
          wanted -= bytes(victim)
        } else refused = policy.ranked
      }
    }
    if (wanted <= 0 && !refused) {
      leaving.foreach(drop)
      evictions += leaving.size
      inMemory += block
      used += bytes(block)
      policy.onPut(block)
    }
  }

  private def drop(block: BlockKey): Unit = {
    inMemory -= block
    used -= bytes(block)
    policy.onDrop(block)
  }

  private def bytes(block: BlockKey): Long = trace.blocks(block).bytes
}
