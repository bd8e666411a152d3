package okibi.core.policy

import scala.collection.mutable

import okibi.core.block.BlockKey

/** What a run came to.
  *
  * @param savedNs    reload time of the hits
  * @param hitsByStage hits of each stage, from the first
  */
final case class ReplayOutcome(hits: Int, byteHits: Long, evictions: Int, savedNs: Long, hitsByStage: Vector[Int])

/** Plays a trace to a policy and a memory.
  *
  * @param tasks as in [[ReplayCache]]
  */
final class TraceReplay(trace: Trace, spec: PolicySpec, foreseen: Boolean, val capacity: Long, tasks: Int = 4) {
  private val knowledge = new TraceKnowledge(trace, foreseen)
  val policy: Policy = spec.make(knowledge)
  private val memory = new ReplayCache(policy, capacity, bytes, tasks)

  def resident: collection.Set[BlockKey] = memory.resident
  def usedBytes: Long = memory.usedBytes
  def unpersist(rdd: Int): Unit = memory.unpersist(rdd)

  /** Plays the trace.
    *
    * @param after called after each event
    */
  def run(after: TraceEvent => Unit = _ => ()): ReplayOutcome = {
    var hits = 0
    var byteHits = 0L
    var savedNs = 0L
    val byStage = mutable.ArrayBuffer.empty[Int]
    trace.events.zipWithIndex.foreach { case (event, at) =>
      knowledge.advance(at)
      event match {
        case TraceEvent.Stage => byStage += 0
        case TraceEvent.Unpersist(rdd) => unpersist(rdd)
        case TraceEvent.Read(block) =>
          if (memory.read(block)) {
            hits += 1
            byteHits += bytes(block)
            savedNs += trace.blocks(block).reloadNs
            if (byStage.nonEmpty) byStage(byStage.size - 1) += 1
          }
      }
      after(event)
    }
    ReplayOutcome(hits, byteHits, memory.evictions, savedNs, byStage.toVector)
  }

  private def bytes(block: BlockKey): Long = trace.blocks(block).bytes
}
