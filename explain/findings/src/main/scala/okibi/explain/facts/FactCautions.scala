package okibi.explain.facts

import okibi.explain.text.Plain

/** What makes facts unreliable that can be seen by themselves, whoever counted them: a log's reader, or a listener. */
object FactCautions {
  def apply(facts: AppFacts): Seq[String] = unknownStart(facts) ++ unknownTasks(facts) ++ unknownEnds(facts) ++ unknownBlocks(facts) ++ leftOut(facts) ++ excluded(facts) ++ skewed(facts)

  private def unknownStart(facts: AppFacts): Seq[String] =
    if (facts.id.nonEmpty || facts.stages.isEmpty) Nil else Seq("the application's start is missing: what came before the first event that is there is not counted.")

  /** Stages without an end in an application that has one. */
  private def unknownEnds(facts: AppFacts): Seq[String] = {
    val open = if (facts.ended.isEmpty) Nil else facts.stages.filter(its => its.isRunning || its.stage.isEmpty)
    if (open.isEmpty) Nil else Seq(s"the ends of stages ${open.map(_.id).take(5).mkString(", ")}${if (open.size > 5) ", ..." else ""} are missing: their figures are lower bounds.")
  }

  /** Tasks that a completed stage must have had, and of which the log has no end: events that Spark dropped when it could not keep up. */
  private def unknownTasks(facts: AppFacts): Seq[String] = {
    val short = facts.stages.flatMap(its => its.stage.filter(stage => stage.completed.isDefined && stage.failed.isEmpty).map(stage => its.id -> (stage.tasks - its.tasks)))
      .filter(_._2 > 0)
    if (short.isEmpty) Nil
    else Seq(s"the ends of ${short.map(_._2).sum} tasks are missing: figures for stage ${short.map(_._1).take(5).mkString(", ")}${if (short.size > 5) ", ..." else ""} are lower bounds.")
  }

  private def unknownBlocks(facts: AppFacts): Seq[String] =
    if (facts.rdds.isEmpty || facts.caches.nonEmpty) Nil
    else Seq("the log says nothing of cached blocks: whether they were dropped, or made again, cannot be told. Spark logs them with spark.eventLog.logBlockUpdates.enabled=true.")

  private def leftOut(facts: AppFacts): Seq[String] = facts.leftOut.map(what => s"there is more in it than is kept, and left out is $what.")

  /** Clocks that are not the driver's: what their machines did is held against other moments of stages than it belongs to. */
  private def skewed(facts: AppFacts): Seq[String] = {
    val off = facts.nodes.map(node => node.host -> facts.skewMs(node)).filter(_._2 != 0).sortBy { case (_, ms) => -math.abs(ms) }
    if (off.isEmpty) Nil
    else {
      val clocks = off.take(5).map { case (host, ms) => f"that of ${Plain(host, 100)} by at least ${math.abs(ms) / 1000.0}%.0f s ${if (ms > 0) "ahead" else "behind"}" }
      Seq(s"clocks differ from the driver's, ${clocks.mkString(", ")}${if (off.size > 5) s", and ${off.size - 5} more" else ""}: what these machines did is held against the wrong moments, and findings about disks are uncertain.")
    }
  }

  private def excluded(facts: AppFacts): Seq[String] =
    facts.conf.get("spark.eventLog.excludedPatterns").filter(_.nonEmpty).map(its => s"spark.eventLog.excludedPatterns leaves events out: ${Plain(its, 200)}.").toSeq
}
