package okibi.explain.event

import okibi.core.observe.NodeSeries

/** What happened in an application, as far as anybody here asks. Times are milliseconds since the epoch, by the clock of the node that says so. */
sealed trait Event

/** @param sparkVersion as in `4.1.0` */
final case class LogStarted(sparkVersion: String) extends Event

/** @param attempt at it, as the cluster calls it; empty where it has one */
final case class ApplicationStarted(id: String, name: String, timeMs: Long, attempt: String = "") extends Event

final case class ApplicationEnded(timeMs: Long) extends Event

/** @param spark properties of Spark, secrets as Spark wrote them
  * @param java  version of the driver's virtual machine
  * @param left  properties that are not here, because there are more than anybody keeps
  */
final case class EnvironmentSet(spark: Map[String, String], java: String, left: Long = 0) extends Event

final case class ExecutorAdded(id: String, host: String, cores: Int, timeMs: Long) extends Event

final case class ExecutorRemoved(id: String, reason: String, timeMs: Long) extends Event

/** @param storageBytes that it has for blocks, at most */
final case class BlockManagerAdded(executor: String, host: String, storageBytes: Long) extends Event

/** @param stages of the job, those skipped included
  * @param sql    the query that it belongs to
  */
final case class JobStarted(id: Int, stages: Seq[Int], sql: Option[Long], timeMs: Long) extends Event

/** @param failed why, when it did */
final case class JobEnded(id: Int, failed: Option[String], timeMs: Long) extends Event

/** @param stage as far as it was known then */
final case class StageSubmitted(stage: Stage) extends Event

final case class StageCompleted(stage: Stage) extends Event

final case class TaskEnded(task: Task) extends Event

final case class BlockUpdated(update: Block, executor: String) extends Event

final case class Unpersisted(rdd: Int) extends Event

/** @param query what the user wrote or called, as Spark describes it */
final case class SqlStarted(id: Long, query: String, timeMs: Long) extends Event

final case class SqlEnded(id: Long, timeMs: Long) extends Event

/** What a machine did, as Okibi logs it. */
final case class NodeLogged(host: String, series: NodeSeries) extends Event

/** What Okibi counted so far, as it logs that.
  *
  * @param counters by the names of metrics
  */
final case class CountersLogged(timeMs: Long, counters: Map[String, Long]) extends Event

/** Something that Spark or another vendor logs and nobody here asks for. */
final case class Other(name: String) extends Event
