package okibi.explain.facts

import okibi.explain.redact.PlainText

/** What makes facts unreliable that can be seen by themselves, whoever counted them: a log's reader, or a listener. */
object FactCautions {
  def apply(facts: AppFacts): Seq[String] =
    repeated(facts) ++ foreign(facts) ++ disordered(facts) ++ impossible(facts) ++ oldSpark(facts) ++ unmeasured(
      facts
    ) ++ unknownCores(facts) ++
      unknownStart(facts) ++ unknownTasks(facts) ++ unknownEnds(facts) ++ unknownBlocks(facts) ++ leftOut(
        facts
      ) ++ excluded(facts) ++ skewed(facts)

  private def repeated(facts: AppFacts): Seq[String] =
    some(facts, Doubt.Repeated)((events, stages) =>
      s"${these(events, "event is", "events are")} in the log more than once, and each is counted once$stages."
    )

  private def foreign(facts: AppFacts): Seq[String] =
    if (facts.foreign == 0) Nil
    else
      Seq(
        s"${these(facts.foreign, "event is", "events are")} of another application, or of another attempt at this one, whose log follows in the same file. Nothing of that log is counted: explain it by itself."
      )

  private def disordered(facts: AppFacts): Seq[String] =
    some(facts, Doubt.Disordered)((events, _) =>
      s"${these(events, "event is", "events are")} out of order, a beginning after its end: where reads found cached blocks is uncertain."
    )

  private def impossible(facts: AppFacts): Seq[String] =
    some(facts, Doubt.Impossible)((events, stages) =>
      s"${these(events, "event says", "events say")} what cannot be, such as an end before its start, or outside the application's time, or bytes below zero; what is possible of that is counted$stages."
    )

  /** What Spark did not log yet. */
  private def oldSpark(facts: AppFacts): Seq[String] =
    if (!facts.isBefore(3, 0)) Nil
    else {
      val lacks = Seq(
        if (facts.isBefore(2, 1)) Some("processor time of tasks") else None,
        if (facts.isBefore(2, 3)) Some("cached blocks") else None,
        Some("the memory that tasks had at most")
      ).flatten
      Seq(
        s"the log is of Spark ${PlainText(facts.sparkVersion, 60)}, and explain is made for logs of Spark 3.0 and later: this one says nothing of ${lacks.mkString(", ")}. Fixes that name Okibi need Spark 3.5 or later."
      )
    }

  private def unmeasured(facts: AppFacts): Seq[String] =
    some(facts, Doubt.Unmeasured)((tasks, stages) =>
      s"of ${these(tasks, "task", "tasks")} the log has no processor time: computing and waiting are not told apart, and count as unexplained$stages."
    )

  private def unknownCores(facts: AppFacts): Seq[String] = {
    val lacking = facts.stages.filter(facts.doubts(_)(Doubt.UnknownCores))
    if (lacking.isEmpty) Nil
    else
      Seq(
        s"tasks took more time than the cores had that the log knows of: how busy cores were, and what fixes gain, is uncertain for ${listed(lacking)}."
      )
  }

  /** Where there is reason for this doubt: of how many events, and what to say of the stages that they belong to. */
  private def some(facts: AppFacts, doubt: Doubt)(say: (Long, String) => String): Seq[String] = {
    val stages = facts.stages.filter(_.odd.contains(doubt))
    val events = facts.odd.getOrElse(doubt, 0L) + stages.map(_.odd(doubt)).sum
    if (events == 0) Nil
    else Seq(say(events, if (stages.isEmpty) "" else s"; figures for ${listed(stages)} are uncertain"))
  }

  private def these(count: Long, one: String, more: String): String = s"$count ${if (count == 1) one else more}"

  private def listed(stages: Seq[StageFacts]): String =
    s"stage ${stages.map(_.id).take(5).mkString(", ")}${if (stages.size > 5) ", ..." else ""}"

  private def unknownStart(facts: AppFacts): Seq[String] =
    if (facts.id.nonEmpty || facts.stages.isEmpty) Nil
    else Seq("the application's start is missing: what came before the first event that is there is not counted.")

  /** Stages without an end in an application that has one. */
  private def unknownEnds(facts: AppFacts): Seq[String] = {
    val open = facts.stages.filter(facts.isOpen)
    if (open.isEmpty) Nil
    else
      Seq(
        s"the ends of stages ${open.map(_.id).take(5).mkString(", ")}${if (open.size > 5) ", ..." else ""} are missing: their figures are lower bounds."
      )
  }

  /** Tasks that a completed stage must have had, and of which the log has no end: events that Spark dropped when it could not keep up. */
  private def unknownTasks(facts: AppFacts): Seq[String] = {
    val short = facts.stages.filter(_.missingTasks > 0)
    if (short.isEmpty) Nil
    else
      Seq(
        s"the ends of ${these(short.map(_.missingTasks.toLong).sum, "task", "tasks")} are missing: figures for ${listed(short)} are lower bounds."
      )
  }

  private def unknownBlocks(facts: AppFacts): Seq[String] =
    if (facts.rdds.isEmpty || facts.caches.nonEmpty || facts.isBefore(2, 3)) Nil
    else
      Seq(
        "the log says nothing of cached blocks: whether they were dropped, or made again, cannot be told. Spark logs them with spark.eventLog.logBlockUpdates.enabled=true."
      )

  private def leftOut(facts: AppFacts): Seq[String] =
    facts.leftOut.map(what => s"there is more in it than is kept, and left out is $what.")

  /** Clocks that are not the driver's: what their machines did is held against other moments of stages than it belongs to. */
  private def skewed(facts: AppFacts): Seq[String] = {
    val off = facts.nodes.map(node => node.host -> facts.skewMs(node)).filter(_._2 != 0).sortBy { case (_, ms) =>
      -math.abs(ms)
    }
    if (off.isEmpty) Nil
    else {
      val clocks = off.take(5).map { case (host, ms) =>
        f"that of ${PlainText(host, 100)} by at least ${math.abs(ms) / 1000.0}%.0f s ${if (ms > 0) "ahead" else "behind"}"
      }
      Seq(s"clocks differ from the driver's, ${clocks.mkString(", ")}${if (off.size > 5) s", and ${off.size - 5} more"
        else ""}: what these machines did is held against the wrong moments, and findings about disks are uncertain.")
    }
  }

  private def excluded(facts: AppFacts): Seq[String] =
    facts.conf
      .get("spark.eventLog.excludedPatterns")
      .filter(_.nonEmpty)
      .map(its => s"spark.eventLog.excludedPatterns leaves events out: ${PlainText(its, 200)}.")
      .toSeq
}
