package okibi.explain.finding

import okibi.explain.event.{Rdd, Stage}
import okibi.explain.facts.{AppFacts, StageFacts}
import okibi.explain.predict.TimeForecast
import okibi.explain.wording.Wording

object RecomputedRule extends FindingRule {
  private val leastShare =
    Threshold("share", 0.03, "of the application's time", "a smaller gain is not worth the memory that caching takes")

  override val code = "recomputed"
  override val title = "The same data are computed again"
  override val about: String =
    "stages of different jobs computed all partitions of the same RDD from the same input, nothing of which was " +
      "persisted, and all but the first of these stages took at least `share` of the application's time. The " +
      "prediction is the application without these stages. That is the most that persisting can gain, since the " +
      "first stage would write, and the others would read and do their own work."
  override val thresholds: Seq[Threshold] = Seq(leastShare)
  override val origin =
    "Tanimura and Ogawa, figure 5: a checkpoint computes twice what was not persisted before; LRC and MRD, reuse of " +
      "RDDs"

  override def predictsStages: Boolean = false

  private final case class ComputedStage(facts: StageFacts, info: Stage)

  override def find(app: AppFacts): Seq[Finding] = {
    val computed = for {
      facts <- app.stages
      info <- facts.info if info.failure.isEmpty && info.rdds.nonEmpty && info.rdds.forall(_.level.isEmpty)
    } yield ComputedStage(facts, info)
    val (same, others) = computed.groupBy(_.info.rdds.map(_.id).toSet).values.partition(areOfSeveralJobs)
    same.toSeq.flatMap(stages => found(stages, stages.head.info.rdds.maxBy(_.id), Confidence.Medium, app)) ++
      sharedInPart(others.flatten.toSeq).flatMap { case (rdd, stages) => found(stages, rdd, Confidence.Low, app) }
  }

  /** RDDs that are common to stages which do different things with them. Of several RDDs of the same stages it is the
    * RDD that is computed from the others. An input alone does not count: Spark reads inputs again by design.
    */
  private def sharedInPart(computed: Seq[ComputedStage]): Seq[(Rdd, Seq[ComputedStage])] = {
    val uses =
      for (stage <- computed; rdd <- stage.info.rdds if rdd.parents.exists(stage.info.rdds.map(_.id).contains))
        yield (rdd, stage)
    val shared = uses.groupBy(_._1.id).values.map(all => all.head._1 -> all.map(_._2)).filter { case (_, stages) =>
      areOfSeveralJobs(stages)
    }
    shared
      .groupBy { case (_, stages) => stages.map(stage => (stage.facts.id, stage.facts.attempt)).toSet }
      .values
      .map(_.maxBy(_._1.id))
      .toSeq
      .sortBy(-_._1.id)
      .foldLeft(Seq.empty[(Rdd, Seq[ComputedStage])]) { case (found, (rdd, stages)) =>
        // A stage counts once, with the RDD that includes most of it.
        val free = stages.filterNot(stage => found.exists(_._2.contains(stage)))
        if (areOfSeveralJobs(free)) found :+ (rdd -> free) else found
      }
  }

  private def areOfSeveralJobs(stages: Iterable[ComputedStage]): Boolean =
    stages.map(_.facts.jobs).toSeq.distinct.size > 1

  private def found(
      computed: Seq[ComputedStage],
      rdd: Rdd,
      confidence: Confidence,
      app: AppFacts
  ): Option[Finding] = {
    // Jobs such as take() compute some partitions each.
    val stages = computed.map(_.facts).filter(_.tasks >= rdd.partitions).sortBy(_.fromMs)
    val repeatedMs = stages.drop(1).map(_.elapsedMs).sum
    if (stages.map(_.jobs).distinct.size < 2 || repeatedMs < leastShare.value * app.elapsedMs) None
    else {
      val checkpoint = looksLikeCheckpoint(stages)
      Some(
        Finding(
          this,
          Some(stages(1).id),
          s"RDD ${rdd.id} (${rdd.name}) was computed ${Wording.count(stages.size, "time")}, because nothing of it " +
            s"was persisted; all but the first time took ${Wording.seconds(repeatedMs)} s.",
          Seq(
            s"${Wording.stages(stages.map(_.id))} compute it",
            stages.map(_.name).distinct.take(3).mkString("; ")
          ) ++ (if (checkpoint) Seq("two jobs of one call, one after the other, look like a checkpoint") else Nil),
          if (checkpoint) "rdd.persist(StorageLevel.MEMORY_AND_DISK) before rdd.checkpoint()"
          else "rdd.persist(StorageLevel.MEMORY_AND_DISK) before its first action, rdd.unpersist() after its last",
          TimeForecast.application(app, repeatedMs),
          confidence,
          otherStages = stages.drop(1).map(_.id)
        )
      )
    }
  }

  /** The job that writes a checkpoint directly follows the first action on the RDD, and has the name of its call. */
  private def looksLikeCheckpoint(stages: Seq[StageFacts]): Boolean = {
    val jobs = stages.flatMap(_.jobs).distinct.sorted
    stages.size == 2 && stages.map(_.name).distinct.size == 1 &&
    jobs.sliding(2).forall(pair => pair.last - pair.head == 1)
  }
}
