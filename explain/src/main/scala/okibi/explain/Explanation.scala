package okibi.explain

import okibi.explain.facts.{AppFacts, FactsBuilder}
import okibi.explain.finding.{Finding, Rule}
import okibi.explain.log.{EventLog, Reading}

/** What an event log says, and what was found in it.
  *
  * @param findings the largest gain first
  */
final case class Explanation(facts: AppFacts, findings: Seq[Finding], reading: Reading) {
  lazy val cautions: Seq[String] = Cautions(facts, reading)
}

object Explanation {

  /** @param path     of a log's file or folder
    * @param progress is told from time to time what share of the log was read
    * @throws okibi.explain.log.UnreadableLog when there is none
    */
  def of(path: String, progress: Double => Unit = _ => ()): Explanation = {
    val log = EventLog.at(path)
    val builder = new FactsBuilder
    val reading = log.foreach(bytes => progress(if (log.bytes == 0) 1 else bytes.toDouble / log.bytes))(builder.add)
    val facts = builder.facts
    Explanation(facts, Rule.findings(facts), reading)
  }
}
