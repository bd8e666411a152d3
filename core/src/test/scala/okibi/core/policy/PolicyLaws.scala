package okibi.core.policy

import munit.Assertions._

/** What holds for every policy, on every trace. */
object PolicyLaws {
  private val lookEvery = 8 // events, for the laws that list all residents

  /** Plays the trace, checks the laws on the way and at the end, and says how it went.
    *
    * @param asOfNow whether the order of victims is that of this moment
    */
  def check(
      trace: Trace,
      spec: PolicySpec,
      foreseen: Boolean,
      capacity: Long,
      asOfNow: Boolean = true
  ): ReplayOutcome = {
    val model = new TraceReplay(trace, spec, foreseen, capacity)
    var events = 0
    val outcome = model.run { event =>
      events += 1
      assert(model.usedBytes <= capacity, s"${spec.name} holds ${model.usedBytes} of $capacity bytes")
      if (events % lookEvery == 0) look(model, spec, event, asOfNow)
    }
    val bound = ClairvoyantBound.savedNsAtMost(trace, capacity)
    assert(
      outcome.savedNs <= bound * (1 + 1e-9),
      s"${spec.name} saves ${outcome.savedNs} ns, more than the bound of $bound"
    )
    trace.rdds.foreach(model.unpersist)
    assertEquals(model.policy.tracked, 0, s"${spec.name} remembers blocks of forgotten RDDs")
    assert(!model.policy.victims.hasNext, s"${spec.name} has victims in an empty memory")
    outcome
  }

  private def look(model: TraceReplay, spec: PolicySpec, event: TraceEvent, asOfNow: Boolean): Unit = {
    val listed = model.policy.victims.toVector
    assertEquals(listed.size, model.resident.size, s"${spec.name}: victims")
    assertEquals(listed.toSet, model.resident.toSet, s"${spec.name}: victims")
    assertEquals(model.policy.victims.toVector, listed, s"${spec.name}: asked twice, victims come in another order")
    assert(model.policy.tracked >= listed.size, s"${spec.name} tracks less than is resident")
    event match {
      case TraceEvent.Read(block) if asOfNow && model.policy.ranked && !model.resident(block) =>
        val replaced = listed.map(model.policy.replaces(block, _))
        assert(!replaced.dropWhile(identity).contains(true), s"${spec.name} is not ranked: $replaced for $block")
      case _ => ()
    }
  }
}
