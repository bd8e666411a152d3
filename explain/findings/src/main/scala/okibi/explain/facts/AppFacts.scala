package okibi.explain.facts

import okibi.core.conf.CacheConf
import okibi.core.machine.MachineProfile
import okibi.explain.event.Rdd

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
    machine: Option[MachineProfile] = None) {

  /** Whether driver and executors were one process. */
  def isLocal: Boolean = conf.get("spark.master").exists(master => master == "local" || master.startsWith("local["))

  /** Whether it ran with Okibi. */
  def hasPlugin: Boolean = conf.get("spark.plugins").exists(_.split(',').exists(_.trim == AppFacts.plugin))

  /** Whether Okibi decided what is cached where; it may also have watched only. */
  def isManaged: Boolean = hasPlugin && !conf.get(CacheConf.enabled.key).contains("false") && !conf.get(CacheConf.mode.key).contains("observe")

  /** The setting that makes Okibi decide. */
  def managing: String = if (hasPlugin) s"${CacheConf.mode.key}=on" else s"spark.plugins=${AppFacts.plugin}"

  def elapsedMs: Long = math.max(0, ended.getOrElse(clockEnd) - started)

  /** Milliseconds that a machine's clock is ahead of the driver's at least, below 0 where it is behind it; 0 where nothing shows either. What a machine tells begins when it has an executor. */
  def skewMs(node: NodeFacts): Long =
    if (node.aheadMs > 0) node.aheadMs
    else {
      val early = for (first <- node.intervals.headOption; added <- executors.filter(_.host == node.host).map(_.added).reduceOption(_ min _)) yield first.startMs - added
      early.filter(_ < -NodeFacts.skewMs).getOrElse(0L)
    }

  /** Of all that were there at the same time, at most. */
  def cores: Int = {
    val changes = executors.flatMap(its => Seq(its.added -> its.cores) ++ its.removed.map(_ -> -its.cores)).sortBy { case (time, cores) => (time, cores) }
    changes.scanLeft(0)(_ + _._2).max
  }
}

object AppFacts {
  val plugin = "okibi.spark.OkibiPlugin"
}

/** @param removed when, if it was, and `reason` why */
final case class ExecutorFacts(id: String, host: String, cores: Int, storageBytes: Long, added: Long, removed: Option[Long], reason: String)

/** @param ended none when the log has no end of it */
final case class JobFacts(id: Int, sql: Option[Long], stages: Seq[Int], started: Long, ended: Option[Long], failed: Option[String])
