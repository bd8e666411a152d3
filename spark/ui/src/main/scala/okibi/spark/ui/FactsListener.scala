package okibi.spark.ui

import okibi.explain.event._
import okibi.explain.facts.{AppFacts, FactsBuilder}
import okibi.explain.finding.Judgement

import org.apache.spark.scheduler.{
  SparkListener,
  SparkListenerApplicationEnd,
  SparkListenerApplicationStart,
  SparkListenerBlockManagerAdded,
  SparkListenerBlockUpdated,
  SparkListenerEnvironmentUpdate,
  SparkListenerEvent,
  SparkListenerExecutorAdded,
  SparkListenerExecutorRemoved,
  SparkListenerJobEnd,
  SparkListenerJobStart,
  SparkListenerLogStart,
  SparkListenerStageCompleted,
  SparkListenerStageSubmitted,
  SparkListenerTaskEnd,
  SparkListenerUnpersistRDD
}

/** Collects facts from an application's events while they come, as `okibi explain` does from a log, and judges the
  * facts on request. Thread-safe.
  *
  * @param other translates events of other modules that are to be counted
  */
class FactsListener(other: PartialFunction[SparkListenerEvent, Event]) extends SparkListener {
  private val builder = new FactsBuilder(FactsListener.mostStages, FactsListener.mostTasks, FactsListener.mostFigures)

  /** The judgement of all events so far. Other events wait meanwhile in the listener's queue: milliseconds, and a tenth
    * of a second after a million tasks.
    */
  def judgement: Judgement = builder.synchronized(Judgement.of(builder.facts))

  /** The facts of all events so far. */
  def facts: AppFacts = builder.synchronized(builder.facts)

  private def add(event: => Event): Unit = builder.synchronized(builder.add(event))

  override def onApplicationStart(event: SparkListenerApplicationStart): Unit = add(
    ApplicationStarted(event.appId.getOrElse(""), event.appName, event.time, event.appAttemptId.getOrElse(""))
  )
  override def onApplicationEnd(event: SparkListenerApplicationEnd): Unit = add(ApplicationEnded(event.time))

  override def onEnvironmentUpdate(event: SparkListenerEnvironmentUpdate): Unit = {
    def section(name: String): Map[String, String] = event.environmentDetails.get(name).toSeq.flatten.toMap
    add(EnvironmentSet(section("Spark Properties"), section("JVM Information").getOrElse("Java Version", "")))
  }

  override def onExecutorAdded(event: SparkListenerExecutorAdded): Unit =
    add(ExecutorAdded(event.executorId, event.executorInfo.executorHost, event.executorInfo.totalCores, event.time))
  override def onExecutorRemoved(event: SparkListenerExecutorRemoved): Unit = add(
    ExecutorRemoved(event.executorId, event.reason, event.time)
  )
  override def onBlockManagerAdded(event: SparkListenerBlockManagerAdded): Unit =
    add(BlockManagerAdded(event.blockManagerId.executorId, event.blockManagerId.host, event.maxMem))

  override def onJobStart(event: SparkListenerJobStart): Unit = {
    val query = Option(event.properties).flatMap(set => Option(set.getProperty("spark.sql.execution.id"))).map(_.toLong)
    add(JobStarted(event.jobId, event.stageIds.toSeq, query, event.time))
  }
  override def onJobEnd(event: SparkListenerJobEnd): Unit = add(
    JobEnded(event.jobId, SparkEvents.failure(event.jobResult), event.time)
  )

  override def onStageSubmitted(event: SparkListenerStageSubmitted): Unit = add(
    StageSubmitted(SparkEvents.stage(event.stageInfo))
  )
  override def onStageCompleted(event: SparkListenerStageCompleted): Unit = add(
    StageCompleted(SparkEvents.stage(event.stageInfo))
  )
  override def onTaskEnd(event: SparkListenerTaskEnd): Unit =
    if (event.taskInfo != null) add(TaskEnded(SparkEvents.task(event)))

  override def onBlockUpdated(event: SparkListenerBlockUpdated): Unit = {
    val info = event.blockUpdatedInfo
    if (info.blockId.isRDD)
      add(
        BlockUpdated(
          BlockStatus(info.blockId.name, SparkEvents.level(info.storageLevel), info.memSize, info.diskSize),
          info.blockManagerId.executorId
        )
      )
  }
  override def onUnpersistRDD(event: SparkListenerUnpersistRDD): Unit = add(Unpersisted(event.rddId))

  override def onOtherEvent(event: SparkListenerEvent): Unit = event match {
    case SparkListenerLogStart(version) => add(LogStarted(version))
    case logged if other.isDefinedAt(logged) => add(other(logged))
    case _ =>
  }
}

private object FactsListener {

  /** As many stages as Spark's own pages keep: spark.ui.retainedStages. */
  val mostStages = 1000

  /** Sixteen megabytes. */
  val mostTasks = 1 << 20

  /** As much again: each second of one machine with two disks for a day, or of a hundred machines for ten minutes. */
  val mostFigures = 300000L
}
