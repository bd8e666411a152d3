package okibi.spark.observe

import org.apache.spark.scheduler._
import org.apache.spark.storage.RDDInfo

import okibi.core.reuse.{Foreknowledge, JobShape, RddShape, StageShape}

/** Passes Spark's events to the foreknowledge of a driver, and tells the plan server which executors are gone. */
final class ReuseListener(knowledge: Foreknowledge, server: PlanServer) extends SparkListener {

  override def onJobStart(event: SparkListenerJobStart): Unit =
    knowledge.jobStarted(JobShape(event.jobId, event.stageInfos.map(ReuseListener.stage)))

  override def onStageSubmitted(event: SparkListenerStageSubmitted): Unit =
    knowledge.stageSubmitted(event.stageInfo.stageId)

  /** Ignores a failed attempt: Spark submits the stage again or ends the job. */
  override def onStageCompleted(event: SparkListenerStageCompleted): Unit =
    if (event.stageInfo.failureReason.isEmpty) knowledge.stageCompleted(event.stageInfo.stageId)

  override def onJobEnd(event: SparkListenerJobEnd): Unit = knowledge.jobEnded(event.jobId)
  override def onUnpersistRDD(event: SparkListenerUnpersistRDD): Unit = knowledge.unpersisted(event.rddId)
  override def onExecutorRemoved(event: SparkListenerExecutorRemoved): Unit = server.executorRemoved(event.executorId)
}

private object ReuseListener {
  def stage(info: StageInfo): StageShape =
    new StageShape(info.stageId, info.name, info.parentIds, info.numTasks, info.rddInfos.map(rdd))

  def rdd(info: RDDInfo): RddShape =
    RddShape(info.id, role(info), info.parentIds, info.storageLevel.isValid, info.numPartitions)

  /** Call site and operation. Not the name, because programs like to put the number of the iteration there. */
  private def role(info: RDDInfo): String = info.scope.fold(info.callSite)(scope => info.callSite + " | " + scope.name)
}
