package okibi.explain.diagnosis

import okibi.core.machine.MachineProfile
import okibi.explain.event.{CountersLogged, Event, NodeLogged}
import okibi.explain.facts.{AppFacts, FactsBuilder}
import okibi.explain.finding.{Finding, Judgement}
import okibi.explain.log.{EventLog, LogReading}

/** What an event log tells about an application, and what the rules find in it. */
final case class Explanation(judgement: Judgement, reading: LogReading) {
  def facts: AppFacts = judgement.facts
  def findings: Seq[Finding] = judgement.findings
  def notes: Seq[Finding] = judgement.notes

  /** What is missing or wrong in the log, and what that makes uncertain; a sentence each. */
  lazy val cautions: Seq[String] = LogCautions(facts, reading)
}

object Explanation {

  /** @param path     of a log's file, folder or zip
    * @param machine  what the application's machines can do, as `okibi probe` measured it, if that is known
    * @param observed the file that Okibi wrote for `spark.okibi.observe.dir`; it replaces what the log has of Okibi's
    *                 own events
    * @throws okibi.explain.log.UnreadableLog when there is no readable log
    */
  def of(
      path: String,
      machine: AppFacts => Option[MachineProfile] = _ => None,
      observed: Option[String] = None
  ): Explanation = {
    val log = EventLog.at(path)
    val beside = observed.map(EventLog.at)
    val builder = new FactsBuilder
    val reading = log.read(event => if (beside.isEmpty || !isOfOkibi(event)) builder.add(event))
    beside.foreach(_.read(event => if (isOfOkibi(event)) builder.addBeside(event)))
    val facts = builder.facts
    ofFacts(facts.copy(machine = machine(facts)), reading)
  }

  def ofFacts(facts: AppFacts, reading: LogReading): Explanation = Explanation(Judgement.of(facts), reading)

  /** Whether Okibi writes the event, beside Spark's own events. */
  private def isOfOkibi(event: Event): Boolean = event match {
    case _: NodeLogged | _: CountersLogged => true
    case _ => false
  }
}
