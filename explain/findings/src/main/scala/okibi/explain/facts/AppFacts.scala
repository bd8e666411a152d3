package okibi.explain.facts

import okibi.core.conf.CacheConf
import okibi.core.machine.MachineProfile
import okibi.explain.event.Rdd

import scala.util.Try

/** What a log tells of an application, counted; nothing is judged here.
  *
  * @param conf      properties of Spark that it was started with
  * @param stages    in the order of their beginnings
  * @param rdds      that were persisted in a stage, as the last one saw them
  * @param caches    what became of them; empty when the log says nothing of blocks
  * @param accesses  reads of their partitions
  * @param nodes     machines, where Okibi wrote into the log what they did
  * @param drops     how often blocks left memory: since when, up to the next one's, and how often
  * @param counters  what Okibi had counted at some times, in their order, where it wrote that into the log
  * @param forgotten stages that are not there any more, because somebody wanted only so many
  * @param leftOut   what there was more of than is kept, and what that makes uncertain
  * @param odd       how many of its events that are no stage's give a reason for doubt
  * @param foreign   events of other applications, which are not counted
  * @param clockEnd  of the last event that has a time
  * @param machine   what its machines can do, where somebody measured that
  */
final case class AppFacts(
    id: String,
    name: String,
    sparkVersion: String,
    javaVersion: String,
    conf: Map[String, String],
    started: Long,
    ended: Option[Long],
    clockEnd: Long,
    executors: IndexedSeq[ExecutorFacts],
    jobs: Seq[JobFacts],
    stages: Seq[StageFacts],
    rdds: Seq[Rdd],
    caches: Seq[CacheFacts],
    accesses: Accesses,
    nodes: Seq[NodeFacts],
    drops: Seq[(Long, Long)],
    counters: Seq[(Long, Map[String, Long])],
    forgotten: Int,
    leftOut: Seq[String] = Nil,
    odd: Map[Doubt, Long] = Map.empty,
    foreign: Long = 0,
    machine: Option[MachineProfile] = None
) {

  /** Whether driver and executors were one process. */
  def isLocal: Boolean = conf.get("spark.master").exists(master => master == "local" || master.startsWith("local["))

  /** Whether it ran with Okibi. */
  def hasPlugin: Boolean = conf.get("spark.plugins").exists(_.split(',').exists(_.trim == AppFacts.plugin))

  /** Whether Okibi decided what is cached where; it may also have watched only. */
  def isManaged: Boolean =
    hasPlugin && !conf.get(CacheConf.enabled.key).contains("false") && !conf.get(CacheConf.mode.key).contains("observe")

  /** The setting that makes Okibi decide. */
  def managing: String = if (hasPlugin) s"${CacheConf.mode.key}=on" else s"spark.plugins=${AppFacts.plugin}"

  def elapsedMs: Long = math.max(0, ended.getOrElse(clockEnd) - started)

  /** Milliseconds that a machine's clock is ahead of the driver's at least, below 0 where it is behind it; 0 where nothing shows either. What a machine tells begins when it has an executor. */
  def skewMs(node: NodeFacts): Long =
    if (node.aheadMs > 0) node.aheadMs
    else {
      val early =
        for (
          first <- node.intervals.headOption;
          added <- executors.filter(_.host == node.host).map(_.added).reduceOption(_ min _)
        ) yield first.startMs - added
      early.filter(_ < -NodeFacts.skewMs).getOrElse(0L)
    }

  /** Milliseconds during which any stage ran. */
  lazy val runningMs: Long = coveredMs(stages)

  /** Milliseconds during which any of these stages ran. */
  def coveredMs(some: Seq[StageFacts]): Long = some
    .map(its => (its.from, its.until))
    .sorted
    .foldLeft((0L, Long.MinValue)) { case ((sum, covered), (from, until)) =>
      (sum + math.max(0L, until - math.max(from, covered)), math.max(covered, until))
    }
    ._1

  /** Those that run tasks. A cluster's driver has a block manager too, and none. */
  def workers: IndexedSeq[ExecutorFacts] = executors.filter(its => its.id != AppFacts.driver || its.cores > 0)

  /** Of all executors that were there at the same time, at most. */
  def cores: Int = most(_.cores.toLong).toInt

  /** Of all executors that were there at the same time, at most. */
  lazy val storageBytes: Long = most(_.storageBytes)

  private def most(of: ExecutorFacts => Long): Long =
    workers
      .flatMap(its => Seq(its.added -> of(its)) ++ its.removed.map(_ -> -of(its)))
      .sorted
      .scanLeft(0L)(_ + _._2)
      .max

  /** Tasks that could run at a time while a stage did: executors come and go, and a task may take several cores. At least 1. */
  def slots(stage: StageFacts): Int = math.max(1L, math.round(meanSlots(stage))).toInt

  private def meanSlots(stage: StageFacts): Double = {
    val (from, until) = (stage.from, stage.until)
    val had = workers
      .map(its =>
        (its.cores / coresOfTask) * math
          .max(0L, math.min(until, its.removed.getOrElse(until)) - math.max(from, its.added))
      )
      .sum
    if (until > from && had > 0) had.toDouble / (until - from) else (cores / coresOfTask).toDouble
  }

  /** The share of the time of these that its tasks took, of 1; none where it took no time, or nothing is known of cores. */
  def busy(stage: StageFacts): Option[Double] = {
    val had = slotMs(stage)
    if (had > 0) Some(math.min(1.0, stage.workWithinMs / had)) else None
  }

  private def slotMs(stage: StageFacts): Double = stage.elapsedMs * meanSlots(stage)

  /** Why a stage's figures are uncertain. */
  def doubts(stage: StageFacts): Set[Doubt] = {
    val lacksCores = stage.ranMs > math.max(Plausible.slackMs.toDouble, AppFacts.mostLoad * slotMs(stage))
    stage.doubts ++ (if (lacksCores) Some(Doubt.UnknownCores) else None) ++ (if (isOpen(stage)) Some(Doubt.Missing)
                                                                             else None)
  }

  /** Whether a stage has no end though the application has one. */
  def isOpen(stage: StageFacts): Boolean = ended.isDefined && (stage.isRunning || stage.stage.isEmpty)

  /** Why any figure of all of it is. */
  lazy val doubts: Set[Doubt] = odd.keySet ++ stages.flatMap(doubts(_))

  private lazy val coresOfTask: Int = conf.get("spark.task.cpus").flatMap(number).filter(_ > 0).getOrElse(1)

  /** The setting that a worker's heap has. */
  def heapKey: String = if (isLocal) "spark.driver.memory" else "spark.executor.memory"

  /** Whether a stage is a query's, and Spark has put its partitions together as it saw fit. */
  def isCoalesced(stage: StageFacts): Boolean = {
    val adaptive = conf.get("spark.sql.adaptive.enabled").fold(!isBefore(3, 2))(_ != "false")
    adaptive && isQuery(stage) && stage.totals.shuffleRead > 0 && !number(conf.getOrElse(AppFacts.partitionsKey, "200"))
      .contains(stage.spans.size)
  }

  /** Whether an older Spark than this one wrote the log. */
  def isBefore(major: Int, minor: Int): Boolean = sparkVersion.split("[.-]").take(2).map(number) match {
    case Array(Some(itsMajor), Some(itsMinor)) => itsMajor < major || itsMajor == major && itsMinor < minor
    case _ => false
  }

  def isQuery(stage: StageFacts): Boolean = stage.jobs.exists(queries)

  /** A setting's number; Scala 2.12 has no `toIntOption`. */
  private def number(text: String): Option[Int] = Try(text.trim.toInt).toOption

  private lazy val queries: Set[Int] = jobs.filter(_.sql.isDefined).map(_.id).toSet
}

object AppFacts {
  val plugin = "okibi.spark.OkibiPlugin"
  val partitionsKey = "spark.sql.shuffle.partitions"

  /** Of the cores' time: executors and the driver measure by other clocks. */
  private val mostLoad = 1.2

  /** What Spark calls the driver's block manager, and the executor of a local master. */
  private val driver = "driver"
}

/** @param removed when, if it was, and `reason` why */
final case class ExecutorFacts(
    id: String,
    host: String,
    cores: Int,
    storageBytes: Long,
    added: Long,
    removed: Option[Long],
    reason: String
)

/** @param ended none when the log has no end of it */
final case class JobFacts(
    id: Int,
    sql: Option[Long],
    stages: Seq[Int],
    started: Long,
    ended: Option[Long],
    failed: Option[String]
)
