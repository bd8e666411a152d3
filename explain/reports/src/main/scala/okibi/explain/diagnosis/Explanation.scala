package okibi.explain.diagnosis

import okibi.core.machine.MachineProfile
import okibi.explain.event.{CountersLogged, Event, NodeLogged}
import okibi.explain.facts.{AppFacts, FactsBuilder}
import okibi.explain.finding.{Finding, Rule}
import okibi.explain.log.{EventLog, Reading}

/** What an event log says, and what was found in it.
  *
  * @param findings what limits it, the largest gain first
  * @param notes    what is worth knowing besides
  */
final case class Explanation(facts: AppFacts, findings: Seq[Finding], notes: Seq[Finding], reading: Reading) {
  lazy val cautions: Seq[String] = LogCautions(facts, reading)
}

object Explanation {

  /** @param path     of a log's file, folder or zip
    * @param machine  what the machines of the application can do, as `okibi probe` measured it, if that is known of them
    * @param observed what Okibi wrote into `spark.okibi.observe.dir`; then what the log has of that is not counted again
    * @param progress is told from time to time what share of the log was read
    * @throws okibi.explain.log.UnreadableLog when there is none
    */
  def of(
      path: String,
      machine: AppFacts => Option[MachineProfile] = _ => None,
      observed: Option[String] = None,
      progress: Double => Unit = _ => ()
  ): Explanation = {
    val log = EventLog.at(path)
    val series = observed.map(EventLog.at)
    val builder = new FactsBuilder
    val reading = log.foreach(bytes => progress(if (log.bytes == 0) 1 else bytes.toDouble / log.bytes)) { event =>
      if (series.isEmpty || !isOfOkibi(event)) builder.add(event)
    }
    series.foreach(_.foreach()(event => if (isOfOkibi(event)) builder.addBeside(event)))
    val read = builder.facts
    val facts = read.copy(machine = machine(read))
    Explanation(facts, Rule.findings(facts), Rule.notes(facts), reading)
  }

  /** What Okibi writes beside Spark's own events. */
  private def isOfOkibi(event: Event): Boolean = event match {
    case _: NodeLogged | _: CountersLogged => true
    case _ => false
  }
}
