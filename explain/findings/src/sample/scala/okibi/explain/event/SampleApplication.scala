package okibi.explain.event

import scala.collection.mutable.ArrayBuffer

import okibi.core.observe.{DiskInterval, NodeInterval, NodeSeries}

/** Makes the events of an application for tests: stages one after the other, on one executor. Methods append to the
  * application and return it. Times are milliseconds. Not thread-safe.
  */
final class SampleApplication(cores: Int, properties: (String, String)*) {
  import SampleMetrics.computing

  private val logged = ArrayBuffer.empty[Event]
  private var nowMs = SampleApplication.startMs
  private var lastStageMs = nowMs
  private var (stages, taskIds) = (0, 0L)
  private var areQueries = false
  private var name = Option.empty[String]
  private var cachedMetrics: Long => TaskMetrics = computing
  log(LogStarted("4.1.0"))
  log(EnvironmentSet(properties.toMap, "17"))
  log(ApplicationStarted("app-1", "sample", nowMs))
  log(ExecutorAdded("1", "host", cores, nowMs))

  /** All events so far, and the application's end. */
  def events: Seq[Event] = logged.toSeq :+ ApplicationEnded(nowMs)

  /** The next stage runs at the same time as the last one. */
  def beside: SampleApplication = { nowMs = lastStageMs; this }

  /** Nothing runs for a while. */
  def idle(ms: Long): SampleApplication = { nowMs += ms; this }

  /** The jobs that follow belong to queries. */
  def queries: SampleApplication = { areQueries = true; this }

  /** Names the stages that follow. */
  def named(stageName: String): SampleApplication = { name = Some(stageName); this }

  /** Sets the metrics of tasks over cached RDDs that follow, by their durations. */
  def measuring(metrics: Long => TaskMetrics): SampleApplication = { cachedMetrics = metrics; this }

  /** A cluster's driver, which has a block manager and no cores. */
  def driver(storageBytes: Long): SampleApplication = log(BlockManagerAdded("driver", "driver-host", storageBytes))

  /** Another executor from now on. */
  def executor(id: String, cores: Int): SampleApplication = log(ExecutorAdded(id, "host", cores, nowMs))

  /** The storage memory of the executor. */
  def storage(bytes: Long): SampleApplication = log(BlockManagerAdded("1", "host", bytes))

  def lost(reason: String): SampleApplication = log(ExecutorRemoved("1", reason, nowMs))

  def unpersist(rdd: Int): SampleApplication = log(Unpersisted(rdd))

  /** An update of a block on some executor. */
  def updated(block: BlockStatus, executor: String): SampleApplication = log(BlockUpdated(block, executor))

  /** A stage whose tasks, with these durations, run in this order on whichever core is free. */
  def stage(durations: Seq[Long])(
      metrics: Long => TaskMetrics = computing,
      blocks: Int => Seq[BlockStatus] = _ => Nil,
      rdds: Seq[Rdd] = Nil
  ): SampleApplication = {
    val id = stages
    stages += 1
    val freeAtMs = Array.fill(cores)(nowMs)
    lastStageMs = nowMs
    log(JobStarted(id, Seq(id), if (areQueries) Some(id.toLong) else None, nowMs))
    durations.zipWithIndex.foreach { case (ms, index) =>
      val core = freeAtMs.indices.minBy(freeAtMs(_))
      val startMs = freeAtMs(core)
      freeAtMs(core) = startMs + ms
      blocks(index).foreach(updated(_, "1"))
      log(TaskEnded(task(id, index, startMs, ms, Task.success, Some(metrics(ms)))))
    }
    val endMs = freeAtMs.max
    log(StageCompleted(info(id, durations.size, rdds = rdds, endMs = Some(endMs))))
    log(JobEnded(id, None, endMs))
    nowMs = endMs
    this
  }

  /** A stage over cached RDDs: for each partition the duration of its task and the block updates at the task's end. */
  def cached(rdds: Rdd*)(tasks: (Long, Seq[BlockStatus])*): SampleApplication = {
    log(StageSubmitted(info(stages, tasks.size, rdds = rdds)))
    stage(tasks.map(_._1))(cachedMetrics, index => tasks(index)._2, rdds)
  }

  /** A stage that was submitted and has no end. */
  def begun(tasks: Int): SampleApplication = {
    log(StageSubmitted(info(stages, tasks)))
    stages += 1
    this
  }

  /** Another attempt at the last stage, whose tasks run one after the other. */
  def attempt(number: Int, durations: Long*): SampleApplication = {
    val startMs = nowMs
    nowMs += durations.sum
    val submitted = info(stages - 1, durations.size).copy(attempt = number, submittedMs = Some(startMs))
    log(StageSubmitted(submitted))
    durations.zipWithIndex.foreach { case (ms, index) =>
      val ended = task(stages - 1, index, startMs, ms, Task.success, Some(computing(ms)))
      log(TaskEnded(ended.copy(stageAttempt = number)))
    }
    log(StageCompleted(submitted.copy(completedMs = Some(nowMs))))
  }

  /** Task attempts of the last stage that failed. */
  def failed(count: Int, ms: Long): SampleApplication = ended(count, ms, "ExceptionFailure")

  /** Task attempts of the last stage that Spark killed. */
  def killed(count: Int, ms: Long): SampleApplication = ended(count, ms, "TaskKilled")

  /** Tasks of the last stage that had succeeded and were lost with their executor. */
  def resubmitted(count: Int, ms: Long): SampleApplication = ended(count, ms, "Resubmitted")

  /** What the machine did since the application's start: length in milliseconds, user and iowait in percent, and disks.
    */
  def machine(directories: Seq[(String, Int)], devices: String*)(
      intervals: (Int, Int, Int, Seq[DiskInterval])*
  ): SampleApplication = {
    var atMs = SampleApplication.startMs
    val series = intervals.map { case (ms, user, iowait, disks) =>
      val interval = NodeInterval(atMs, ms, user, 2, iowait, 1000, 10, disks)
      atMs = interval.endMs
      interval
    }
    log(NodeLogged("host", NodeSeries(cores, devices, directories, series)))
  }

  private def ended(count: Int, ms: Long, reason: String): SampleApplication = {
    (1 to count).foreach(i => log(TaskEnded(task(stages - 1, i, nowMs - ms, ms, reason, None))))
    this
  }

  private def log(event: Event): SampleApplication = { logged += event; this }

  private def info(id: Int, tasks: Int, rdds: Seq[Rdd] = Nil, endMs: Option[Long] = None): Stage =
    Stage(id, 0, name.getOrElse(s"stage $id"), tasks, rdds, Some(nowMs), endMs, None)

  private def task(
      stage: Int,
      index: Int,
      startMs: Long,
      ms: Long,
      reason: String,
      metrics: Option[TaskMetrics]
  ): Task = {
    taskIds += 1
    Task(taskIds, stage, 0, index, "1", AttemptTimes(startMs, 0, startMs + ms), reason, metrics)
  }
}

object SampleApplication {
  private val startMs = 1000000L

  /** `MEMORY_ONLY`. */
  val memoryOnly: PersistenceLevel =
    PersistenceLevel(disk = false, memory = true, offHeap = false, deserialized = true, replication = 1)

  /** `MEMORY_AND_DISK`. */
  val memoryAndDisk: PersistenceLevel = memoryOnly.copy(disk = true)

  /** `DISK_ONLY`. */
  val diskOnly: PersistenceLevel =
    PersistenceLevel(disk = true, memory = false, offHeap = false, deserialized = false, replication = 1)

  def rdd(id: Int, name: String, partitions: Int, level: Option[PersistenceLevel] = None): Rdd =
    Rdd(id, name, Nil, partitions, level)
}
