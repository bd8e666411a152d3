package okibi.core.policy

import scala.collection.mutable

import okibi.core.block.BlockKey

/** The result of a replay.
  *
  * @param savedNs     reload time of the hits
  * @param hitsByStage hits of each stage, from the first one on
  */
final case class ReplayOutcome(hits: Int, byteHits: Long, evictions: Int, savedNs: Long, hitsByStage: Vector[Int])

/** Replays a trace on a policy with a [[ReplayCache]].
  *
  * @param foreseen whether the policy knows the future of the trace
  * @param tasks    as in [[ReplayCache]]
  */
final class TraceReplay(trace: Trace, spec: PolicySpec, foreseen: Boolean, val capacityBytes: Long, tasks: Int = 4) {
  private val knowledge = new TraceKnowledge(trace, foreseen)
  private var evictions = 0
  val policy: RecordedPolicy = new RecordedPolicy(spec.make(knowledge), bytes)
  private val cache = new ReplayCache(policy, capacityBytes, bytes, tasks)

  def unpersist(rdd: Int): Unit = cache.unpersist(rdd)

  /** Replays the whole trace.
    *
    * @param afterEach called after each event
    */
  def run(afterEach: TraceEvent => Unit = _ => ()): ReplayOutcome = {
    var hits = 0
    var byteHits = 0L
    var savedNs = 0L
    val hitsByStage = mutable.ArrayBuffer.empty[Int]
    trace.events.zipWithIndex.foreach { case (event, index) =>
      knowledge.advance(index)
      event match {
        case TraceEvent.Stage => hitsByStage += 0
        case TraceEvent.Unpersist(rdd) => unpersist(rdd)
        case TraceEvent.Read(block) =>
          val dropsBefore = policy.drops
          if (cache.read(block)) {
            hits += 1
            byteHits += bytes(block)
            savedNs += trace.blocks(block).reloadNs
            if (hitsByStage.nonEmpty) hitsByStage(hitsByStage.size - 1) += 1
          }
          evictions += policy.drops - dropsBefore
      }
      afterEach(event)
    }
    ReplayOutcome(hits, byteHits, evictions, savedNs, hitsByStage.toVector)
  }

  private def bytes(block: BlockKey): Long = trace.blocks(block).bytes
}
