package okibi.explain.finding

import okibi.explain.event.{Rdd, Stage}
import okibi.explain.facts.{AppFacts, StageFacts}
import okibi.explain.predict.Shrunk

object Recomputed
    extends Rule(
      "recomputed",
      "The same data are computed again",
      "stages of different jobs computed all partitions of the same RDD from the same input, nothing of which was persisted, and all but the first of these stages took at least `share` of the application's time. " +
        "Predicted is the application without these: what persisting gains at most, since the first then writes and the others read and do what is theirs alone.",
      Seq(Threshold("share", 0.03, "of the application's time", "less is not worth the memory that it would take")),
      "Tanimura and Ogawa, figure 5: a checkpoint computes twice what was not persisted before; LRC and MRD, reuse of RDDs"
    ) {

  override def isOfStages: Boolean = false

  private type Computed = Seq[(StageFacts, Stage)]

  override def find(app: AppFacts): Seq[Finding] = {
    val computed = for {
      facts <- app.stages
      stage <- facts.stage if stage.failed.isEmpty && stage.rdds.nonEmpty && stage.rdds.forall(_.level.isEmpty)
    } yield (facts, stage)
    val (same, others) = computed.groupBy(_._2.rdds.map(_.id).toSet).values.partition(isOfSeveralJobs)
    same.toSeq.flatMap(stages => one(stages, stages.head._2.rdds.maxBy(_.id), Confidence.Medium, app)) ++
      inPart(others.flatten.toSeq).flatMap { case (rdd, stages) => one(stages, rdd, Confidence.Low, app) }
  }

  /** RDDs that stages have in common that do different things with them; of those that the same stages have, the one that is made of the others. An input alone is none: reading it again is how Spark works. */
  private def inPart(computed: Computed): Seq[(Rdd, Computed)] = {
    val uses =
      for (
        (facts, stage) <- computed; rdd <- stage.rdds if rdd.parents.exists(parent => stage.rdds.exists(_.id == parent))
      ) yield (rdd, (facts, stage))
    val shared = uses.groupBy(_._1.id).values.map(all => all.head._1 -> all.map(_._2)).filter { case (_, stages) =>
      isOfSeveralJobs(stages)
    }
    shared
      .groupBy { case (_, stages) => stages.map { case (facts, _) => (facts.id, facts.attempt) }.toSet }
      .values
      .map(_.maxBy(_._1.id))
      .toSeq
      .sortBy(-_._1.id)
      .foldLeft(Seq.empty[(Rdd, Computed)]) { case (found, (rdd, stages)) =>
        // A stage is counted once, with the RDD of which it shares most.
        val free = stages.filterNot(stage => found.exists(_._2.contains(stage)))
        if (isOfSeveralJobs(free)) found :+ (rdd -> free) else found
      }
  }

  private def isOfSeveralJobs(stages: Iterable[(StageFacts, Stage)]): Boolean =
    stages.map(_._1.jobs).toSeq.distinct.size > 1

  private def one(computed: Computed, rdd: Rdd, confidence: Confidence, app: AppFacts): Option[Finding] = {
    // Jobs like take() compute some partitions each.
    val stages = computed.map(_._1).filter(_.tasks >= rdd.partitions).sortBy(_.from)
    val again = stages.drop(1).map(_.elapsedMs).sum
    if (stages.map(_.jobs).distinct.size < 2 || again < thresholds.head.value * app.elapsedMs) None
    else {
      // The job that writes a checkpoint follows the action that it was asked before, and is called like it.
      val isCheckpoint = stages.size == 2 && stages
        .map(_.name)
        .distinct
        .size == 1 && stages.flatMap(_.jobs).distinct.sorted.sliding(2).forall(pair => pair.last - pair.head == 1)
      Some(
        Finding(
          this,
          Some(stages(1).id),
          f"RDD ${rdd.id} (${rdd.name}) was computed ${stages.size} times, ${again / 1000.0}%.1f s after the first: nothing of it was persisted.",
          Seq(
            s"stages ${stages.map(_.id).take(8).mkString(", ")}${if (stages.size > 8) ", ..." else ""} compute it",
            s"${stages.map(_.name).distinct.take(3).mkString("; ")}"
          ) ++
            (if (isCheckpoint) Seq("two jobs of one call, one after the other: a checkpoint looks like that") else Nil),
          if (isCheckpoint) "rdd.persist(StorageLevel.MEMORY_AND_DISK) before rdd.checkpoint()"
          else "rdd.persist(StorageLevel.MEMORY_AND_DISK) before its first action, rdd.unpersist() after its last",
          Shrunk.whole(app, again),
          confidence,
          during = stages.drop(1).map(_.id)
        )
      )
    }
  }
}
