package okibi.spark.ui

import okibi.explain.event.{
  ExecutorTimes,
  PersistenceLevel,
  Rdd,
  ShuffleMetrics,
  SpilledBytes,
  Stage,
  Task,
  TaskMetrics,
  AttemptTimes,
  Transfer
}

import org.apache.spark.Success
import org.apache.spark.scheduler.{JobResult, JobSucceeded, SparkListenerTaskEnd, StageInfo}
import org.apache.spark.storage.{RDDInfo, StorageLevel}

import scala.util.Try

/** Spark's events as `okibi explain` reads them of logs. */
private[ui] object SparkEvents {
  def stage(info: StageInfo): Stage = Stage(
    info.stageId,
    info.attemptNumber(),
    info.name,
    info.numTasks,
    info.rddInfos.map(rdd).toSeq,
    info.submissionTime,
    info.completionTime,
    info.failureReason,
    info.accumulables.values.filter(_.name.contains(Stage.sortTimeMetric)).map(its => value(its.value)).sum
  )

  /** Of an accumulable: a number, or its text where it comes from a log. */
  private def value(of: Option[Any]): Long = of.flatMap(its => Try(its.toString.toLong).toOption).getOrElse(0L)

  private def rdd(info: RDDInfo): Rdd = Rdd(
    info.id,
    info.name,
    info.parentIds,
    info.numPartitions,
    if (info.storageLevel == StorageLevel.NONE) None else Some(level(info.storageLevel)),
    Rdd.sorts(info.name, info.callSite)
  )

  def level(its: StorageLevel): PersistenceLevel =
    PersistenceLevel(its.useDisk, its.useMemory, its.useOffHeap, its.deserialized, its.replication)

  def task(end: SparkListenerTaskEnd): Task = {
    val info = end.taskInfo
    Task(
      info.taskId,
      end.stageId,
      end.stageAttemptId,
      info.index,
      info.executorId,
      AttemptTimes(info.launchTime, info.gettingResultTime, info.finishTime),
      reason(end),
      Option(end.taskMetrics).map(metrics)
    )
  }

  private def reason(end: SparkListenerTaskEnd): String = end.reason match {
    case Success => Task.success
    case other => other.getClass.getSimpleName.stripSuffix("$")
  }

  private def metrics(its: org.apache.spark.executor.TaskMetrics): TaskMetrics = {
    val (reads, writes) = (its.shuffleReadMetrics, its.shuffleWriteMetrics)
    TaskMetrics(
      ExecutorTimes(
        its.executorDeserializeTime,
        its.executorDeserializeCpuTime,
        its.executorRunTime,
        its.executorCpuTime,
        its.jvmGCTime,
        its.resultSerializationTime
      ),
      its.resultSize,
      its.peakExecutionMemory,
      SpilledBytes(its.memoryBytesSpilled, its.diskBytesSpilled),
      Transfer(its.inputMetrics.bytesRead, its.inputMetrics.recordsRead),
      Transfer(its.outputMetrics.bytesWritten, its.outputMetrics.recordsWritten),
      ShuffleMetrics(
        reads.fetchWaitTime,
        reads.localBytesRead,
        reads.remoteBytesRead,
        reads.recordsRead,
        Transfer(writes.bytesWritten, writes.recordsWritten),
        writes.writeTime
      )
    )
  }

  def failure(result: JobResult): Option[String] = result match {
    case JobSucceeded => None
    case other => Some(other.toString)
  }
}
