package okibi.explain.facts

import okibi.core.machine.MachineProfile
import okibi.explain.event.Rdd

/** What a log tells about an application, counted but not judged. Immutable, apart from [[CacheAccesses]] and
  * [[TaskSpans]], which their builders fill.
  *
  * @param settings properties of Spark that it was started with
  * @param stages   in the order of their beginnings
  * @param machine  what its machines can do, where a user measured them
  */
final case class AppFacts(
    identity: AppIdentity,
    settings: AppSettings,
    period: AppPeriod,
    executors: IndexedSeq[ExecutorFacts],
    jobs: Seq[JobFacts],
    stages: Seq[StageFacts],
    storage: StorageFacts,
    observed: ObservedFacts,
    reliability: LogReliability,
    machine: Option[MachineProfile] = None
) {
  def startedMs: Long = period.startedMs
  def elapsedMs: Long = period.elapsedMs
  def endMs: Long = period.endMs

  /** Milliseconds that a machine's clock is ahead of the driver's clock at least; below 0 where it is behind, 0 where
    * nothing shows a difference. A machine logs only while it has an executor, so earlier intervals show a clock that
    * is behind.
    */
  def skewMs(node: NodeFacts): Long =
    if (node.aheadMs > 0) node.aheadMs
    else {
      val earlyMs =
        for (
          first <- node.intervals.headOption;
          addedMs <- executors.filter(_.host == node.host).map(_.addedMs).reduceOption(_ min _)
        ) yield first.startMs - addedMs
      earlyMs.filter(_ < -NodeFacts.toleratedSkewMs).getOrElse(0L)
    }

  /** Milliseconds during which any stage ran. */
  lazy val runningMs: Long = coveredMs(stages)

  /** Milliseconds during which any of these stages ran. */
  def coveredMs(some: Seq[StageFacts]): Long = some
    .map(stage => (stage.fromMs, stage.untilMs))
    .sorted
    .foldLeft((0L, Long.MinValue)) { case ((sumMs, coveredMs), (fromMs, untilMs)) =>
      (sumMs + math.max(0L, untilMs - math.max(fromMs, coveredMs)), math.max(coveredMs, untilMs))
    }
    ._1

  /** Whether a stage reads blocks of persisted RDDs rather than files: most of its tasks found their block stored or,
    * where the log has no blocks, an earlier stage used a persisted RDD of the stage.
    */
  def readsCache(stage: StageFacts): Boolean =
    if (storage.caches.nonEmpty) storedReads.getOrElse((stage.id, stage.attempt), 0) * 2 > stage.tasks
    else AppFacts.persisted(stage).exists(rdd => firstUses(rdd) < stage.id)

  /** Tasks that found their block stored, by stage attempt. */
  private lazy val storedReads: Map[(Int, Int), Int] = storage.caches
    .flatMap(_.use.reads)
    .groupBy(reads => (reads.stage, reads.attempt))
    .map { case (attempt, reads) => attempt -> reads.map(_.stored.count).sum }

  /** The first stage of each persisted RDD. */
  private lazy val firstUses: Map[Int, Int] =
    stages
      .flatMap(stage => AppFacts.persisted(stage).map(_ -> stage.id))
      .groupBy(_._1)
      .map { case (rdd, uses) => rdd -> uses.map(_._2).min }

  /** Executors that run tasks. A cluster's driver has a block manager too, but no cores. */
  def workers: IndexedSeq[ExecutorFacts] =
    executors.filter(executor => executor.id != AppFacts.driver || executor.cores > 0)

  /** The most cores that executors had at the same time. */
  def cores: Int = mostAtOnce(_.cores.toLong).toInt

  /** The most storage memory that executors had at the same time. */
  lazy val storageBytes: Long = mostAtOnce(_.storageBytes)

  /** The most executors that ran tasks at the same time. */
  lazy val mostWorkers: Int = mostAtOnce(_ => 1L).toInt

  private def mostAtOnce(amount: ExecutorFacts => Long): Long =
    workers
      .flatMap { executor =>
        Seq(executor.addedMs -> amount(executor)) ++ executor.removedMs.map(_ -> -amount(executor))
      }
      .sorted
      .scanLeft(0L)(_ + _._2)
      .max

  /** Tasks that could run at the same time during a stage, on average: executors come and go, and a task may take
    * several cores. At least 1.
    */
  def slots(stage: StageFacts): Int = math.max(1L, math.round(meanSlots(stage))).toInt

  private def meanSlots(stage: StageFacts): Double = {
    val (fromMs, untilMs) = (stage.fromMs, stage.untilMs)
    val slotMs = workers.map { executor =>
      val presentMs = math.min(untilMs, executor.removedMs.getOrElse(untilMs)) - math.max(fromMs, executor.addedMs)
      (executor.cores / settings.coresOfTask) * math.max(0L, presentMs)
    }.sum
    if (untilMs > fromMs && slotMs > 0) slotMs.toDouble / (untilMs - fromMs)
    else (cores / settings.coresOfTask).toDouble
  }

  /** How busy a stage's tasks kept its slots, between 0 and 1; none where the stage took no time or no cores are known.
    */
  def busy(stage: StageFacts): Option[Double] = {
    val availableMs = slotMs(stage)
    if (availableMs > 0) Some(math.min(1.0, stage.workWithinMs / availableMs)) else None
  }

  private def slotMs(stage: StageFacts): Double = stage.elapsedMs * meanSlots(stage)

  /** Why a stage's figures are uncertain. */
  def doubts(stage: StageFacts): Set[Doubt] = {
    val lacksCores = stage.ranMs > math.max(TaskPlausibility.slackMs.toDouble, AppFacts.mostLoad * slotMs(stage))
    val unknownCores = if (lacksCores) Some(Doubt.UnknownCores) else None
    val missing = if (isOpen(stage)) Some(Doubt.Missing) else None
    stage.doubts ++ unknownCores ++ missing
  }

  /** Whether a stage has no end although the application has one. */
  def isOpen(stage: StageFacts): Boolean = period.endedMs.isDefined && (stage.isRunning || stage.info.isEmpty)

  /** Why any figure of the application is uncertain. */
  lazy val doubts: Set[Doubt] = reliability.oddEvents.keySet ++ stages.flatMap(doubts(_))

  /** Whether a stage belongs to a query whose partitions Spark has coalesced. */
  def isCoalesced(stage: StageFacts): Boolean = {
    val isAdaptive = settings.get("spark.sql.adaptive.enabled").fold(!isBefore(3, 2))(_ != "false")
    isAdaptive && isQuery(stage) && stage.totals.shuffleReadBytes > 0 &&
    !settings.shufflePartitions.contains(stage.spans.size)
  }

  /** Whether an older Spark than this one wrote the log. */
  def isBefore(major: Int, minor: Int): Boolean =
    identity.sparkVersion.split("[.-]").take(2).map(AppSettings.number) match {
      case Array(Some(logMajor), Some(logMinor)) => logMajor < major || logMajor == major && logMinor < minor
      case _ => false
    }

  /** Whether a stage was run for a query of Spark SQL. */
  def isQuery(stage: StageFacts): Boolean = stage.jobs.exists(queryJobs)

  private lazy val queryJobs: Set[Int] = jobs.filter(_.sql.isDefined).map(_.id).toSet
}

object AppFacts {

  /** The most that tasks may exceed the cores' time: executors and the driver measure by different clocks. */
  private val mostLoad = 1.2

  /** Spark's name of the driver's block manager, and of the executor of a local master. */
  private val driver = "driver"

  private def persisted(stage: StageFacts): Seq[Int] =
    stage.info.toSeq.flatMap(_.rdds).filter(_.level.isDefined).map(_.id)
}

/** @param javaVersion of the driver */
final case class AppIdentity(id: String, name: String, sparkVersion: String, javaVersion: String)

/** When an application ran, in milliseconds since the epoch.
  *
  * @param endedMs     none when the log has no end of the application
  * @param lastEventMs time of the last event that has one
  */
final case class AppPeriod(startedMs: Long, endedMs: Option[Long], lastEventMs: Long) {
  def elapsedMs: Long = math.max(0, endedMs.getOrElse(lastEventMs) - startedMs)

  /** The end, or the last event where there is no end; never before the start. */
  def endMs: Long = startedMs + elapsedMs
}

/** @param removedMs none while the executor is there
  * @param reason    why it was removed
  */
final case class ExecutorFacts(
    id: String,
    host: String,
    cores: Int,
    storageBytes: Long,
    addedMs: Long,
    removedMs: Option[Long],
    reason: String
)

/** @param endedMs none when the log has no end of the job
  * @param failure the reason, where the job failed
  */
final case class JobFacts(
    id: Int,
    sql: Option[Long],
    stages: Seq[Int],
    startedMs: Long,
    endedMs: Option[Long],
    failure: Option[String]
)

/** What the log tells about persisted RDDs.
  *
  * @param rdds      that were persisted in a stage, as the last such stage saw them
  * @param caches    what happened to them; empty when the log has no block updates
  * @param accesses  reads of their partitions
  * @param evictions how often blocks left memory, by time
  */
final case class StorageFacts(
    rdds: Seq[Rdd],
    caches: Seq[CacheFacts],
    accesses: CacheAccesses,
    evictions: Seq[TimeCount]
)

/** What Okibi wrote into the log, where it did.
  *
  * @param nodes    what machines did
  * @param counters totals of Okibi's counters, in the order of their times
  */
final case class ObservedFacts(nodes: Seq[NodeFacts], counters: Seq[CounterSample])

/** @param totals by the names of metrics */
final case class CounterSample(timeMs: Long, totals: Map[String, Long])

/** How complete and plausible the log is.
  *
  * @param forgottenStages how many stages were dropped because more ended than are kept
  * @param leftOut         what exceeded the room for it and was dropped, and what that makes uncertain
  * @param oddEvents       how many events give a reason for doubt, without those of stages
  * @param foreignEvents   how many events belong to other applications; they are not counted
  */
final case class LogReliability(
    forgottenStages: Int = 0,
    leftOut: Seq[String] = Nil,
    oddEvents: Map[Doubt, Long] = Map.empty,
    foreignEvents: Long = 0
)
