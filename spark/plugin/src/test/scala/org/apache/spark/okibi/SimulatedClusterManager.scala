package org.apache.spark.okibi

import org.apache.spark.SparkContext
import org.apache.spark.scheduler.{ExternalClusterManager, SchedulerBackend, TaskScheduler, TaskSchedulerImpl}
import org.apache.spark.scheduler.cluster.CoarseGrainedSchedulerBackend

/** The master of an application whose executors come by themselves, see [[SimulatedExecutors]]. The scheduler is the one
  * of every cluster.
  */
final class SimulatedClusterManager extends ExternalClusterManager {
  override def canCreate(masterUrl: String): Boolean = masterUrl == SimulatedClusterManager.master

  override def createTaskScheduler(context: SparkContext, masterUrl: String): TaskScheduler =
    new TaskSchedulerImpl(context)

  override def createSchedulerBackend(
      context: SparkContext,
      masterUrl: String,
      scheduler: TaskScheduler
  ): SchedulerBackend =
    new CoarseGrainedSchedulerBackend(scheduler.asInstanceOf[TaskSchedulerImpl], context.env.rpcEnv)

  override def initialize(scheduler: TaskScheduler, backend: SchedulerBackend): Unit =
    scheduler.asInstanceOf[TaskSchedulerImpl].initialize(backend)
}

object SimulatedClusterManager {
  val master = "simulated"
}
