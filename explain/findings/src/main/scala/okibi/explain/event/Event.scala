package okibi.explain.event

import okibi.core.observe.NodeSeries

/** What happened in an application, as far as the facts need it. Times are milliseconds since the epoch, by the clock
  * of the node that logs the event.
  */
sealed trait Event

/** @param sparkVersion as in `4.1.0` */
final case class LogStarted(sparkVersion: String) extends Event

/** @param attempt at the application, as the cluster names it; empty where there is only one */
final case class ApplicationStarted(id: String, name: String, timeMs: Long, attempt: String = "") extends Event

final case class ApplicationEnded(timeMs: Long) extends Event

/** @param sparkProperties   secrets in them are as Spark wrote them
  * @param javaVersion       of the driver's virtual machine
  * @param omittedProperties how many more properties there are, beyond the number that is kept
  */
final case class EnvironmentSet(sparkProperties: Map[String, String], javaVersion: String, omittedProperties: Long = 0)
    extends Event

final case class ExecutorAdded(id: String, host: String, cores: Int, timeMs: Long) extends Event

final case class ExecutorRemoved(id: String, reason: String, timeMs: Long) extends Event

/** @param storageBytes the most that the block manager has for blocks */
final case class BlockManagerAdded(executor: String, host: String, storageBytes: Long) extends Event

/** @param stages of the job, skipped stages included
  * @param sql    the query that the job belongs to
  */
final case class JobStarted(id: Int, stages: Seq[Int], sql: Option[Long], timeMs: Long) extends Event

/** @param failure the reason, where the job failed */
final case class JobEnded(id: Int, failure: Option[String], timeMs: Long) extends Event

/** @param stage as far as it was known when it was submitted */
final case class StageSubmitted(stage: Stage) extends Event

final case class StageCompleted(stage: Stage) extends Event

final case class TaskEnded(task: Task) extends Event

final case class BlockUpdated(block: BlockStatus, executor: String) extends Event

final case class Unpersisted(rdd: Int) extends Event

final case class SqlStarted(id: Long, timeMs: Long) extends Event

final case class SqlEnded(id: Long, timeMs: Long) extends Event

/** What a machine did, as Okibi logs it. */
final case class NodeLogged(host: String, series: NodeSeries) extends Event

/** The totals of Okibi's counters at a time, as Okibi logs them.
  *
  * @param totals by the names of metrics
  */
final case class CountersLogged(timeMs: Long, totals: Map[String, Long]) extends Event

/** An event of Spark or of another vendor that no fact needs. */
final case class OtherEvent(name: String) extends Event
