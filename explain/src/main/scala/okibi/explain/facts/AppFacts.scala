package okibi.explain.facts

import okibi.explain.event.Rdd

/** What a log tells of an application, counted; nothing is judged here.
  *
  * @param conf      properties of Spark that it was started with
  * @param stages    in the order of their beginnings
  * @param rdds      that were persisted in a stage, as the last one saw them
  * @param clockEnd  of the last event that has a time
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
    queries: Map[Long, String]) {

  def elapsedMs: Long = math.max(0, ended.getOrElse(clockEnd) - started)

  /** Of all that were there at the same time, at most. */
  def cores: Int = {
    val changes = executors.flatMap(its => Seq(its.added -> its.cores) ++ its.removed.map(_ -> -its.cores)).sortBy { case (time, cores) => (time, cores) }
    changes.scanLeft(0)(_ + _._2).max
  }
}

/** @param removed when, if it was, and `reason` why */
final case class ExecutorFacts(id: String, host: String, cores: Int, storageBytes: Long, added: Long, removed: Option[Long], reason: String)

/** @param ended none when the log has no end of it */
final case class JobFacts(id: Int, sql: Option[Long], stages: Seq[Int], started: Long, ended: Option[Long], failed: Option[String])
