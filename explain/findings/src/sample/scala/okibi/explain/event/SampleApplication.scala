package okibi.explain.event

import scala.collection.mutable.ArrayBuffer

import okibi.core.observe.{DiskInterval, NodeInterval, NodeSeries}

/** Applications made up for tests: stages one after the other, on one executor. */
final class SampleApplication(cores: Int, conf: (String, String)*) {
  private val all = ArrayBuffer.empty[Event]
  private var taskIds = 0L
  private var now = 1000000L
  private var lastStart = now
  private var areQueries = false
  private var stages = 0
  private var name = Option.empty[String]
  private var measured: Long => TaskMetrics = SampleApplication.computing
  add(LogStarted("4.1.0"))
  add(EnvironmentSet(conf.toMap, "17"))
  add(ApplicationStarted("app-1", "made", now))
  add(ExecutorAdded("1", "host", cores, now))

  /** All that happened, in its order, up to the application's end. */
  def events: Seq[Event] = all.toSeq :+ ApplicationEnded(now)

  /** The next stage runs beside the last one. */
  def beside: SampleApplication = { now = lastStart; this }

  /** Time in which nothing runs. */
  def idle(ms: Long): SampleApplication = { now += ms; this }

  /** Jobs that follow are those of queries. */
  def queries: SampleApplication = { areQueries = true; this }

  /** What stages that follow are called. */
  def named(its: String): SampleApplication = { name = Some(its); this }

  /** What is measured of tasks over cached RDDs that follow. */
  def measuring(metrics: Long => TaskMetrics): SampleApplication = { measured = metrics; this }

  /** A cluster's driver, which has a block manager and runs nothing. */
  def driver(storageBytes: Long): SampleApplication = {
    add(BlockManagerAdded("driver", "driver-host", storageBytes)); this
  }

  /** More executors from now on. */
  def executor(id: String, cores: Int): SampleApplication = { add(ExecutorAdded(id, "host", cores, now)); this }

  /** A stage that was submitted, of which nothing is known since. */
  def begun(tasks: Int): SampleApplication = {
    add(StageSubmitted(Stage(stages, 0, "begun", tasks, Nil, Nil, Some(now), None, None)))
    stages += 1
    this
  }

  /** Tasks of the last stage that had succeeded, and whose work was lost with their executor. */
  def resubmitted(count: Int, ms: Long): SampleApplication = ended(count, ms, "Resubmitted")

  /** Another attempt at the last stage, which may have ended. */
  def attempt(number: Int, lengths: Long*): SampleApplication = {
    val (id, start) = (stages - 1, now)
    now += lengths.sum
    add(StageSubmitted(Stage(id, number, s"stage $id", lengths.size, Nil, Nil, Some(start), None, None)))
    lengths.zipWithIndex.foreach { case (ms, index) =>
      add(
        TaskEnded(
          task(id, index, start, start + ms, Task.success, Some(SampleApplication.computing(ms)))
            .copy(stageAttempt = number)
        )
      )
    }
    add(StageCompleted(Stage(id, number, s"stage $id", lengths.size, Nil, Nil, Some(start), Some(now), None)))
    this
  }

  /** Losers of speculation. */
  def killed(count: Int, ms: Long): SampleApplication = ended(count, ms, "TaskKilled")

  /** A stage whose tasks, of these milliseconds, are run in their order on whichever core is free. */
  def stage(
      lengths: Seq[Long]
  )(
      metrics: Long => TaskMetrics = SampleApplication.computing,
      blocks: Int => Seq[Block] = _ => Nil,
      rdds: Seq[Rdd] = Nil
  ): SampleApplication = {
    val id = stages
    stages += 1
    val free = Array.fill(cores)(now)
    lastStart = now
    add(JobStarted(id, Seq(id), if (areQueries) Some(id.toLong) else None, now))
    lengths.zipWithIndex.foreach { case (ms, index) =>
      val core = free.indices.minBy(free(_))
      val start = free(core)
      free(core) = start + ms
      blocks(index).foreach(block => add(BlockUpdated(block, "1")))
      add(TaskEnded(task(id, index, start, start + ms, Task.success, Some(metrics(ms)))))
    }
    val end = free.max
    add(StageCompleted(Stage(id, 0, name.getOrElse(s"stage $id"), lengths.size, Nil, rdds, Some(now), Some(end), None)))
    add(JobEnded(id, None, end))
    now = end
    this
  }

  /** A stage over cached RDDs: of each partition how long its task takes and, when it ends, what became of blocks. */
  def cached(rdds: Rdd*)(tasks: (Long, Seq[Block])*): SampleApplication = {
    val id = stages
    val stage = Stage(id, 0, s"stage $id", tasks.size, Nil, rdds, Some(now), None, None)
    add(StageSubmitted(stage))
    this.stage(tasks.map(_._1))(measured, index => tasks(index)._2, rdds)
  }

  /** What the machine did since the application's start. */
  def machine(
      directories: Seq[(String, Int)],
      devices: String*
  )(intervals: (Int, Int, Int, Seq[DiskInterval])*): SampleApplication = {
    var at = 1000000L
    val all = intervals.map { case (ms, user, iowait, disks) =>
      val its = NodeInterval(at, ms, user, 2, iowait, 1000, 10, disks)
      at = its.endMs
      its
    }
    add(NodeLogged("host", NodeSeries(cores, devices, directories, all)))
    this
  }

  /** What became of a block on another executor. */
  def removed(block: Block, executor: String): SampleApplication = { add(BlockUpdated(block, executor)); this }

  /** What the executor has for blocks. */
  def storage(bytes: Long): SampleApplication = { add(BlockManagerAdded("1", "host", bytes)); this }

  def unpersist(rdd: Int): SampleApplication = { add(Unpersisted(rdd)); this }

  /** Attempts of the last stage that came to nothing. */
  def failed(count: Int, ms: Long): SampleApplication = ended(count, ms, "ExceptionFailure")

  private def ended(count: Int, ms: Long, reason: String): SampleApplication = {
    (1 to count).foreach(i => add(TaskEnded(task(stages - 1, i, now - ms, now, reason, None))))
    this
  }

  def lost(reason: String): SampleApplication = { add(ExecutorRemoved("1", reason, now)); this }

  private def add(event: Event): Unit = all += event

  private def task(
      stage: Int,
      index: Int,
      start: Long,
      end: Long,
      reason: String,
      metrics: Option[TaskMetrics]
  ): Task = {
    taskIds += 1
    Task(taskIds, stage, 0, index, 0, "1", "host", "ANY", speculative = false, start, 0, end, reason, metrics, Nil)
  }
}

object SampleApplication {
  private val nothing =
    TaskMetrics(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Transfer.none, Transfer.none, 0, 0, 0, 0, Transfer.none, 0)

  /** On a processor all the time. */
  def computing(ms: Long): TaskMetrics = nothing.copy(runMs = ms, cpuNs = ms * 1000000)
}
