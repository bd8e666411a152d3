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

/** Translates Spark's events into those that `okibi explain` reads from logs. */
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
    info.accumulables.values.filter(_.name.contains(Stage.sortTimeMetric)).map(time => value(time.value)).sum
  )

  /** The value of an accumulable: a number, or its text if it comes from a log. */
  private def value(accumulated: Option[Any]): Long =
    accumulated.flatMap(figure => Try(figure.toString.toLong).toOption).getOrElse(0L)

  private def rdd(info: RDDInfo): Rdd = Rdd(
    info.id,
    info.name,
    info.parentIds,
    info.numPartitions,
    if (info.storageLevel == StorageLevel.NONE) None else Some(level(info.storageLevel)),
    Rdd.sorts(info.name, info.callSite)
  )

  def level(spark: StorageLevel): PersistenceLevel =
    PersistenceLevel(spark.useDisk, spark.useMemory, spark.useOffHeap, spark.deserialized, spark.replication)

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

  private def metrics(spark: org.apache.spark.executor.TaskMetrics): TaskMetrics = {
    val (reads, writes) = (spark.shuffleReadMetrics, spark.shuffleWriteMetrics)
    TaskMetrics(
      ExecutorTimes(
        spark.executorDeserializeTime,
        spark.executorDeserializeCpuTime,
        spark.executorRunTime,
        spark.executorCpuTime,
        spark.jvmGCTime,
        spark.resultSerializationTime
      ),
      spark.resultSize,
      spark.peakExecutionMemory,
      SpilledBytes(spark.memoryBytesSpilled, spark.diskBytesSpilled),
      Transfer(spark.inputMetrics.bytesRead, spark.inputMetrics.recordsRead),
      Transfer(spark.outputMetrics.bytesWritten, spark.outputMetrics.recordsWritten),
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
