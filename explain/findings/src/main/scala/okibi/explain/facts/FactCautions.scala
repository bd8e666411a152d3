package okibi.explain.facts

import okibi.explain.redact.PlainText
import okibi.explain.wording.Wording

/** Why facts are unreliable, as far as the facts themselves show it: whether a log's reader or a listener counted them.
  */
object FactCautions {

  /** A sentence for each caution. */
  def apply(facts: AppFacts): Seq[String] =
    Seq(
      repeated(facts),
      foreign(facts),
      disordered(facts),
      impossible(facts),
      oldSpark(facts),
      unmeasured(facts),
      unknownCores(facts),
      unknownStart(facts),
      missingTasks(facts),
      missingStageEnds(facts),
      unloggedBlocks(facts),
      leftOut(facts),
      excluded(facts),
      skewed(facts)
    ).flatten

  private def repeated(facts: AppFacts): Seq[String] = doubted(facts, Doubt.Repeated) { (events, stages) =>
    s"${Wording.count(events, "event is", "events are")} in the log more than once. Each event is counted once$stages."
  }

  private def foreign(facts: AppFacts): Seq[String] = {
    val events = facts.reliability.foreignEvents
    if (events == 0) Nil
    else
      Seq(
        s"${Wording.count(events, "event belongs", "events belong")} to another application, or to another attempt " +
          "at this application, whose log follows in the same file. Nothing of that log is counted: explain it by " +
          "itself."
      )
  }

  private def disordered(facts: AppFacts): Seq[String] = doubted(facts, Doubt.Disordered) { (events, _) =>
    s"${Wording.count(events, "event is", "events are")} out of order: a beginning follows its end. Where reads " +
      "found cached blocks is uncertain."
  }

  private def impossible(facts: AppFacts): Seq[String] = doubted(facts, Doubt.Impossible) { (events, stages) =>
    s"${Wording.count(events, "event has", "events have")} impossible figures: an end before its start, a time " +
      s"outside the application's, or bytes below zero. Only the possible figures are counted$stages."
  }

  /** What older versions of Spark do not log. */
  private def oldSpark(facts: AppFacts): Seq[String] =
    if (!facts.isBefore(3, 0)) Nil
    else {
      val lacks = Seq(
        if (facts.isBefore(2, 1)) Some("processor time of tasks") else None,
        if (facts.isBefore(2, 3)) Some("cached blocks") else None,
        Some("the peak memory of tasks")
      ).flatten
      Seq(
        s"The log is of Spark ${PlainText(facts.identity.sparkVersion, 60)}, and explain is made for logs of Spark " +
          s"3.0 and later: this log lacks ${lacks.mkString(", ")}. Fixes that name Okibi need Spark 3.5 or later."
      )
    }

  private def unmeasured(facts: AppFacts): Seq[String] = doubted(facts, Doubt.Unmeasured) { (tasks, stages) =>
    s"The log has no processor time of ${Wording.count(tasks, "task")}: computing and waiting cannot be told apart " +
      s"and count as unexplained$stages."
  }

  private def unknownCores(facts: AppFacts): Seq[String] = {
    val lacking = facts.stages.filter(facts.doubts(_)(Doubt.UnknownCores))
    if (lacking.isEmpty) Nil
    else
      Seq(
        "Tasks took more time than the cores that the log knows of had: how busy cores were and what fixes gain is " +
          s"uncertain for ${Wording.stages(lacking.map(_.id))}."
      )
  }

  /** A sentence for a doubt that there is a reason for.
    *
    * @param say makes the sentence of the number of events and of a clause that names their stages
    */
  private def doubted(facts: AppFacts, doubt: Doubt)(say: (Long, String) => String): Seq[String] = {
    val stages = facts.stages.filter(_.oddEvents.contains(doubt))
    val events = facts.reliability.oddEvents.getOrElse(doubt, 0L) + stages.map(_.oddEvents(doubt)).sum
    if (events == 0) Nil
    else
      Seq(say(events, if (stages.isEmpty) "" else s"; figures of ${Wording.stages(stages.map(_.id))} are uncertain"))
  }

  private def unknownStart(facts: AppFacts): Seq[String] =
    if (facts.identity.id.nonEmpty || facts.stages.isEmpty) Nil
    else Seq("The application's start is missing: nothing before the first event of the log is counted.")

  /** Stages without an end in an application that has one. */
  private def missingStageEnds(facts: AppFacts): Seq[String] = {
    val open = facts.stages.filter(facts.isOpen).map(_.id)
    if (open.isEmpty) Nil
    else
      Seq(
        s"The ${if (open.size == 1) "end" else "ends"} of ${Wording.stages(open)} " +
          s"${if (open.size == 1) "is" else "are"} missing: the figures are lower bounds."
      )
  }

  /** Tasks that a completed stage must have had but that have no end in the log: Spark drops events when it cannot keep
    * up with them.
    */
  private def missingTasks(facts: AppFacts): Seq[String] = {
    val stages = facts.stages.filter(_.missingTasks > 0)
    val tasks = stages.map(_.missingTasks.toLong).sum
    if (stages.isEmpty) Nil
    else
      Seq(
        s"${if (tasks == 1) "The end" else "The ends"} of ${Wording.count(tasks, "task is", "tasks are")} missing: " +
          s"figures of ${Wording.stages(stages.map(_.id))} are lower bounds."
      )
  }

  private def unloggedBlocks(facts: AppFacts): Seq[String] =
    if (facts.storage.rdds.isEmpty || facts.storage.caches.nonEmpty || facts.isBefore(2, 3)) Nil
    else
      Seq(
        "The log has no updates of cached blocks: whether blocks were evicted or computed again is unknown. Spark " +
          "logs updates with spark.eventLog.logBlockUpdates.enabled=true."
      )

  private def leftOut(facts: AppFacts): Seq[String] =
    facts.reliability.leftOut.map(part => s"The log has more than is kept. Left out: $part.")

  /** Clocks that differ from the driver's: what their machines did is compared with the wrong moments of stages. */
  private def skewed(facts: AppFacts): Seq[String] = {
    val skewed = facts.observed.nodes
      .map(node => node.host -> facts.skewMs(node))
      .filter(_._2 != 0)
      .sortBy { case (_, ms) => -math.abs(ms) }
    if (skewed.isEmpty) Nil
    else {
      val clocks = skewed.take(5).map { case (host, ms) =>
        f"the clock of ${PlainText(host, 100)} by at least ${math.abs(ms) / 1000.0}%.0f s ${if (ms > 0) "ahead"
          else "behind"}"
      }
      val more = if (skewed.size > 5) s", and ${skewed.size - 5} more" else ""
      Seq(
        s"Clocks differ from the driver's: ${clocks.mkString(", ")}$more. What these machines did is compared with " +
          "the wrong moments, and findings about disks are uncertain."
      )
    }
  }

  private def excluded(facts: AppFacts): Seq[String] =
    facts.settings
      .get("spark.eventLog.excludedPatterns")
      .filter(_.nonEmpty)
      .map(patterns => s"spark.eventLog.excludedPatterns leaves events out: ${PlainText(patterns, 200)}.")
      .toSeq
}
