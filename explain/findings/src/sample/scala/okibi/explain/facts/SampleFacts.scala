package okibi.explain.facts

import okibi.explain.event.{Event, SampleApplication}

/** Facts of events and of sample applications, for tests. */
object SampleFacts {
  def of(events: Seq[Event]): AppFacts = {
    val builder = new FactsBuilder
    events.foreach(builder.add)
    builder.facts
  }

  implicit final class FactsOfSample(private val application: SampleApplication) extends AnyVal {
    def facts: AppFacts = SampleFacts.of(application.events)
  }
}
