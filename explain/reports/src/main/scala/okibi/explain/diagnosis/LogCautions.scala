package okibi.explain.diagnosis

import okibi.explain.facts.{AppFacts, FactCautions}
import okibi.explain.log.LogReading
import okibi.explain.redact.PlainText
import okibi.explain.wording.Wording

/** What makes a report unreliable: what the reading of the log showed, then what the facts show. */
private object LogCautions {
  def apply(facts: AppFacts, reading: LogReading): Seq[String] =
    reading.cutFiles.map(cut) ++ brokenLines(reading) ++ missingFiles(reading) ++ skippedLogs(reading) ++
      compacted(reading) ++ unended(facts) ++ FactCautions(facts)

  private def cut(file: String): String =
    s"The log ends in the middle: ${PlainText(file, 200)}. Later events are missing, and figures of what ran then " +
      "are " +
      "" +
      "lower bounds."

  private def brokenLines(reading: LogReading): Option[String] = when(reading.brokenLines > 0) {
    val one = "line of the log is no event and was"
    val more = "lines of the log are no events and were"
    s"${Wording.count(reading.brokenLines, one, more)} skipped: figures of their stages are lower bounds."
  }

  private def missingFiles(reading: LogReading): Option[String] = {
    val count = reading.missing.map(_.size.toLong).sum
    when(count > 0) {
      val first = reading.missing.iterator.flatMap(_.iterator).take(6).toSeq
      s"${Wording.count(count, "file of the rolling log is", "files of the rolling log are")} missing " +
        s"(${Wording.list(first)}): figures of their time are too low."
    }
  }

  private def skippedLogs(reading: LogReading): Option[String] = when(reading.skippedLogs.nonEmpty) {
    "The zip has logs of earlier attempts at the application " +
      s"(${Wording.list(reading.skippedLogs.map(PlainText(_, 100)))}), which are not counted."
  }

  private def compacted(reading: LogReading): Option[String] =
    when(reading.isCompacted)("Spark has compacted the log: it has no events of jobs that had ended by then.")

  private def unended(facts: AppFacts): Option[String] = when(facts.period.endedMs.isEmpty) {
    "The log has no end of the application: the application is still running or was killed, or the log is cut."
  }

  private def when(holds: Boolean)(caution: => String): Option[String] = if (holds) Some(caution) else None
}
