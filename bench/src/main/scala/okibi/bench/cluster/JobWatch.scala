package okibi.bench.cluster

import java.io.IOException
import java.util.{Collections, UUID}

import scala.collection.mutable.ArrayBuffer
import scala.jdk.CollectionConverters._

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.{FileSystem, Path}
import org.apache.hadoop.mapreduce.{Counters, MRConfig, MRJobConfig, TaskType}
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser
import org.apache.hadoop.mapreduce.v2.jobhistory.JobHistoryUtils
import org.apache.hadoop.yarn.api.protocolrecords.GetApplicationsRequest
import org.apache.hadoop.yarn.client.api.YarnClient
import org.apache.log4j.{AppenderSkeleton, Level, Logger}
import org.apache.log4j.spi.LoggingEvent

/** Finds out when the tasks of a MapReduce job ran. */
object JobWatch {

  /** Runs work that submits one job and waits for it.
    *
    * @param conf of the job; gets a tag by which the job is found
    * @param work returns Hadoop's exit code
    * @throws IllegalStateException when the job fails
    */
  def during(conf: Configuration)(work: => Int): JobTimes =
    if (isLocal(conf)) local(work) else onYarn(conf, work)

  /** Whether jobs run in Hadoop's local job runner, inside the JVM that submits them. */
  def isLocal(conf: Configuration): Boolean =
    conf.get(MRConfig.FRAMEWORK_NAME, MRConfig.LOCAL_FRAMEWORK_NAME) == MRConfig.LOCAL_FRAMEWORK_NAME

  private def checked(work: => Int): Unit = {
    val exitCode = work
    if (exitCode != 0) throw new IllegalStateException(s"the job ended with exit code $exitCode")
  }

  private def onYarn(conf: Configuration, work: => Int): JobTimes = {
    val tag = s"okibi-${UUID.randomUUID}"
    conf.set(MRJobConfig.JOB_TAGS, tag)
    checked(work)
    val job = jobOf(conf, tag)
    historyOf(conf, job).getOrElse(
      throw new IOException(
        s"$job: no history within $historySeconds s in ${JobHistoryUtils.getHistoryIntermediateDoneDirForUser(conf)} " +
          "or " +
          s"${doneFolder(conf)}. Let the user of this command read it there."
      )
    )
  }

  private def jobOf(conf: Configuration, tag: String): String = {
    val client = YarnClient.createYarnClient()
    try {
      client.init(conf)
      client.start()
      val request = GetApplicationsRequest.newInstance()
      request.setApplicationTags(Collections.singleton(tag))
      val found = client.getApplications(request).asScala
      found.lastOption
        .map(_.getApplicationId.toString.replaceFirst("^application", "job"))
        .getOrElse(throw new IOException(s"no job with the tag $tag"))
    } finally client.stop()
  }

  private val historySeconds = 60

  /** Waits for the history file, which appears a moment after the job has ended. A history server moves it later. */
  private def historyOf(conf: Configuration, job: String): Option[JobTimes] = {
    val folders = Seq(new Path(JobHistoryUtils.getHistoryIntermediateDoneDirForUser(conf)), new Path(doneFolder(conf)))
    val deadline = System.nanoTime + historySeconds * 1000000000L
    var found = Option.empty[Path]
    while (found.isEmpty && System.nanoTime < deadline) {
      found =
        folders.flatMap(filesOf(conf, _)).find(path => path.getName.startsWith(job) && path.getName.endsWith(".jhist"))
      if (found.isEmpty) Thread.sleep(200)
    }
    found.map(read(conf, _))
  }

  private def doneFolder(conf: Configuration): String = JobHistoryUtils.getConfiguredHistoryServerDoneDirPrefix(conf)

  private def filesOf(conf: Configuration, folder: Path): Seq[Path] =
    try {
      val files = folder.getFileSystem(conf).listFiles(folder, true)
      Iterator.continually(files).takeWhile(_.hasNext).map(_.next().getPath).toSeq
    } catch { case _: IOException => Nil } // Missing or not readable.

  private def read(conf: Configuration, file: Path): JobTimes = {
    val job = new JobHistoryParser(FileSystem.get(file.toUri, conf), file).parse()
    val attempts = job.getAllTasks.asScala.values.toSeq.flatMap(task =>
      Option(task.getAllTaskAttempts.get(task.getSuccessfulAttemptId)).map(task.getTaskType -> _)
    )
    def attemptsOf(kind: TaskType) = attempts.collect { case (`kind`, attempt) => attempt }
    JobTimes(
      job.getSubmitTime,
      job.getFinishTime,
      attemptsOf(TaskType.MAP).map(attempt => TaskTimes(attempt.getStartTime, attempt.getFinishTime)),
      attemptsOf(TaskType.REDUCE).map(attempt =>
        TaskTimes(
          attempt.getStartTime,
          attempt.getFinishTime,
          Seq(attempt.getShuffleFinishTime, attempt.getSortFinishTime)
        )
      ),
      values("map", job.getMapCounters) ++ values("reduce", job.getReduceCounters)
    )
  }

  private def values(phase: String, counters: Counters): Map[String, Double] =
    Option(counters).iterator
      .flatMap(_.iterator.asScala)
      .flatMap(_.iterator.asScala)
      .map(counter => s"$phase.${counter.getName}" -> counter.getValue.toDouble)
      .toMap

  private val localTask = """(Starting|Finishing) task: attempt_\w*_([mr])_(\d+)_\d+""".r

  /** The local job runner keeps no history: the times are read from its log messages. */
  private def local(work: => Int): JobTimes = {
    val messages = ArrayBuffer.empty[(Long, String)]
    val listener = new AppenderSkeleton {
      override protected def append(event: LoggingEvent): Unit = messages.synchronized {
        messages += ((event.getTimeStamp, event.getRenderedMessage)); ()
      }
      override def close(): Unit = ()
      override def requiresLayout: Boolean = false
    }
    val logger = Logger.getLogger("org.apache.hadoop.mapred.LocalJobRunner")
    logger.setLevel(Level.INFO)
    logger.setAdditivity(false)
    logger.addAppender(listener)
    val submittedMs = System.currentTimeMillis
    try checked(work)
    finally logger.removeAppender(listener)
    val finishedMs = System.currentTimeMillis
    val marks =
      messages.synchronized(messages.toSeq).collect { case (time, localTask(what, kind, number)) =>
        (kind, number, what, time)
      }
    def tasks(kind: String) = marks.filter(_._1 == kind).groupBy(_._2).values.toSeq.flatMap { task =>
      for (start <- task.find(_._3 == "Starting"); end <- task.find(_._3 == "Finishing"))
        yield TaskTimes(start._4, end._4)
    }
    JobTimes(submittedMs, finishedMs, tasks("m"), tasks("r"))
  }
}
