package okibi.core.policy

import munit.Assertions._

/** The laws that every policy keeps on every trace. */
object PolicyLaws {
  private val eventsPerListing = 8 // for the laws that list all resident blocks

  /** Replays the trace, and checks the laws after events and at the end.
    *
    * @param currentOrder whether the order of victims follows the current scores
    * @return the outcome of the replay
    */
  def check(
      trace: Trace,
      spec: PolicySpec,
      foreseen: Boolean,
      capacityBytes: Long,
      currentOrder: Boolean = true
  ): ReplayOutcome = {
    val replay = new TraceReplay(trace, spec, foreseen, capacityBytes)
    var events = 0
    val outcome = replay.run { event =>
      events += 1
      val usedBytes = replay.policy.usedBytes
      assert(usedBytes <= capacityBytes, s"${spec.name} holds $usedBytes of $capacityBytes bytes")
      if (events % eventsPerListing == 0) checkListing(replay, spec, event, currentOrder)
    }
    val bound = ClairvoyantBound.savedNs(trace, capacityBytes)
    assert(
      outcome.savedNs <= bound * (1 + 1e-9),
      s"${spec.name} saves ${outcome.savedNs} ns, more than the bound of $bound"
    )
    trace.rdds.foreach(replay.unpersist)
    assertEquals(replay.policy.tracked, 0, s"${spec.name} remembers blocks of forgotten RDDs")
    assert(!replay.policy.victims.hasNext, s"${spec.name} has victims in an empty memory")
    outcome
  }

  private def checkListing(replay: TraceReplay, spec: PolicySpec, event: TraceEvent, currentOrder: Boolean): Unit = {
    val listed = replay.policy.victims.toVector
    assertEquals(listed.size, replay.policy.resident.size, s"${spec.name}: victims")
    assertEquals(listed.toSet, replay.policy.resident.toSet, s"${spec.name}: victims")
    assertEquals(replay.policy.victims.toVector, listed, s"${spec.name}: a second listing has another order")
    assert(replay.policy.tracked >= listed.size, s"${spec.name} tracks fewer blocks than are resident")
    event match {
      case TraceEvent.Read(block) if currentOrder && replay.policy.ranked && !replay.policy.resident(block) =>
        val replaced = listed.map(replay.policy.replaces(block, _))
        assert(!replaced.dropWhile(identity).contains(true), s"${spec.name} is not ranked: $replaced for $block")
      case _ => ()
    }
  }
}
