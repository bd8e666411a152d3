package okibi.spark.ui

import okibi.explain.event._
import okibi.explain.facts.FactsBuilder
import okibi.explain.finding.FindingRules

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

/** Counts an application's events while they come, as `okibi explain` does those of a log, and judges what it has when it is asked. Thread-safe.
  *
  * @param other events of other modules that are to be counted
  */
class FactsListener(other: PartialFunction[SparkListenerEvent, Event]) extends SparkListener {
  private val builder = new FactsBuilder(FactsListener.mostStages, FactsListener.mostTasks, FactsListener.mostFigures)

  /** Of what came so far. Events wait meanwhile, in the listener's queue: milliseconds, and a tenth of a second with a million tasks. */
  def judged: Judged = builder.synchronized {
    val facts = builder.facts
    Judged(facts, FindingRules.findings(facts), FindingRules.notes(facts))
  }

  private def add(event: => Event): Unit = builder.synchronized(builder.add(event))

  override def onApplicationStart(its: SparkListenerApplicationStart): Unit = add(
    ApplicationStarted(its.appId.getOrElse(""), its.appName, its.time, its.appAttemptId.getOrElse(""))
  )
  override def onApplicationEnd(its: SparkListenerApplicationEnd): Unit = add(ApplicationEnded(its.time))

  override def onEnvironmentUpdate(its: SparkListenerEnvironmentUpdate): Unit = {
    def of(section: String): Map[String, String] = its.environmentDetails.get(section).toSeq.flatten.toMap
    add(EnvironmentSet(of("Spark Properties"), of("JVM Information").getOrElse("Java Version", "")))
  }

  override def onExecutorAdded(its: SparkListenerExecutorAdded): Unit =
    add(ExecutorAdded(its.executorId, its.executorInfo.executorHost, its.executorInfo.totalCores, its.time))
  override def onExecutorRemoved(its: SparkListenerExecutorRemoved): Unit = add(
    ExecutorRemoved(its.executorId, its.reason, its.time)
  )
  override def onBlockManagerAdded(its: SparkListenerBlockManagerAdded): Unit =
    add(BlockManagerAdded(its.blockManagerId.executorId, its.blockManagerId.host, its.maxMem))

  override def onJobStart(its: SparkListenerJobStart): Unit = {
    val query = Option(its.properties).flatMap(set => Option(set.getProperty("spark.sql.execution.id"))).map(_.toLong)
    add(JobStarted(its.jobId, its.stageIds.toSeq, query, its.time))
  }
  override def onJobEnd(its: SparkListenerJobEnd): Unit = add(
    JobEnded(its.jobId, SparkEvents.failure(its.jobResult), its.time)
  )

  override def onStageSubmitted(its: SparkListenerStageSubmitted): Unit = add(
    StageSubmitted(SparkEvents.stage(its.stageInfo))
  )
  override def onStageCompleted(its: SparkListenerStageCompleted): Unit = add(
    StageCompleted(SparkEvents.stage(its.stageInfo))
  )
  override def onTaskEnd(its: SparkListenerTaskEnd): Unit =
    if (its.taskInfo != null) add(TaskEnded(SparkEvents.task(its)))

  override def onBlockUpdated(its: SparkListenerBlockUpdated): Unit = {
    val info = its.blockUpdatedInfo
    if (info.blockId.isRDD)
      add(
        BlockUpdated(
          BlockStatus(info.blockId.name, SparkEvents.level(info.storageLevel), info.memSize, info.diskSize),
          info.blockManagerId.executorId
        )
      )
  }
  override def onUnpersistRDD(its: SparkListenerUnpersistRDD): Unit = add(Unpersisted(its.rddId))

  override def onOtherEvent(event: SparkListenerEvent): Unit = event match {
    case SparkListenerLogStart(version) => add(LogStarted(version))
    case its if other.isDefinedAt(its) => add(other(its))
    case _ =>
  }
}

private object FactsListener {

  /** As many as Spark's own pages keep: spark.ui.retainedStages. */
  val mostStages = 1000

  /** Sixteen megabytes. */
  val mostTasks = 1 << 20

  /** As much again: a day of one machine with two disks, or ten minutes of a hundred, each second. */
  val mostFigures = 300000L
}
