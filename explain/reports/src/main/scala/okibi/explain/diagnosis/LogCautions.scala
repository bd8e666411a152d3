package okibi.explain.diagnosis

import okibi.explain.facts.{AppFacts, FactCautions}
import okibi.explain.log.Reading
import okibi.explain.redact.PlainText

/** What makes a report unreliable, and what of it. */
private object LogCautions {
  def apply(facts: AppFacts, reading: Reading): Seq[String] =
    reading.cutFiles.map(why =>
      s"the log ends in the middle: ${PlainText(why, 200)}. What came after is missing, and figures of what ran then are lower bounds."
    ) ++
      some(
        reading.brokenLines,
        n => s"$n lines of the log are no events and were passed over: figures of their stages are lower bounds."
      ) ++
      some(
        reading.missing.map(_.size.toLong).sum,
        n =>
          s"$n files of the rolling log are missing (${reading.missing.iterator
              .flatMap(_.iterator)
              .take(5)
              .mkString(", ")}${if (n > 5) ", ..." else ""}): figures of their time are too low."
      ) ++
      (if (reading.passedOver.isEmpty) Nil
       else
         Seq(s"the zip has logs of earlier attempts at the application (${reading.passedOver
             .take(5)
             .map(PlainText(_, 100))
             .mkString(", ")}${if (reading.passedOver.size > 5) ", ..." else ""}), which are not counted.")) ++
      (if (reading.isCompacted) Seq("Spark has compacted the log: of jobs that had ended then nothing is known.")
       else Nil) ++
      (if (facts.ended.isEmpty)
         Seq("the log has no end of the application: it is still running, or was killed, or the log is cut.")
       else Nil) ++
      FactCautions(facts)

  private def some(count: Long, say: Long => String): Seq[String] = if (count > 0) Seq(say(count)) else Nil
}
