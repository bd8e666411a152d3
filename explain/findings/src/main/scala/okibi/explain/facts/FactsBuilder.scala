package okibi.explain.facts

import scala.collection.mutable

import okibi.core.observe.NodeSeries
import okibi.explain.event._

/** Counts a log's events one by one. Memory grows with the number of stages, by 16 bytes and a bit for each task, and
  * by about 60 bytes for each block where blocks are logged. Not thread-safe.
  *
  * @param mostStages  that are kept; the stages that ended first are forgotten, so that an application may run for ever
  * @param mostTasks   of these stages
  * @param mostFigures of all machines: an interval counts as one, and each disk in it; beyond that the older half of
  *                    the intervals is forgotten
  */
final class FactsBuilder(
    mostStages: Int = Int.MaxValue,
    mostTasks: Int = Int.MaxValue,
    mostFigures: Long = FactsBuilder.mostFigures
) {
  private var identity = AppIdentity("", "", "", "")
  private var properties = Map.empty[String, String]
  private var omittedProperties = 0L
  private var (startedMs, endedMs, clockMs) = (0L, Option.empty[Long], 0L)
  private var firstEventMs = Long.MaxValue
  private val executors = mutable.ArrayBuffer.empty[ExecutorFacts]
  private val executorPositions = mutable.HashMap.empty[String, Int]
  private val jobs = mutable.LinkedHashMap.empty[Int, JobFacts]
  private val stages = mutable.LinkedHashMap.empty[(Int, Int), StageBuilder]
  private val running = mutable.HashSet.empty[(Int, Int)]
  private val rdds = mutable.LinkedHashMap.empty[Int, Rdd]
  private val caches = new CacheBuilder
  private val evictions = new TimeHistogram
  private val nodes = mutable.LinkedHashMap.empty[String, NodeBuilder]
  private val unheardNodes = mutable.ArrayBuffer.empty[NodeBuilder]
  private var areNodesCut = false
  private var counters = Vector.empty[CounterSample]
  private var (tasks, figures, forgottenStages) = (0, 0L, 0)
  private val seen = new SeenEvents
  private var (repeated, foreign) = (0L, 0L)

  /** Counts the next event of the log. An event that the log has twice is counted once, and an event of another
    * application is not counted.
    */
  def add(event: Event): Unit = seen.sighting(event) match {
    case SeenEvents.New => count(event)
    case SeenEvents.Foreign => foreign += 1
    case SeenEvents.Repeated =>
      event match {
        case TaskEnded(task) => builderOf(task.stage, task.stageAttempt).repeated += 1
        case StageCompleted(stage) => builderOf(stage.id, stage.attempt).repeated += 1
        case _ => repeated += 1
      }
  }

  /** Counts an event of a file that Okibi wrote beside the log. Such an event may repeat the log's last event. */
  def addBeside(event: Event): Unit = count(event)

  private def count(event: Event): Unit = event match {
    case LogStarted(version) => if (version.nonEmpty) identity = identity.copy(sparkVersion = version)
    case ApplicationStarted(id, name, timeMs, _) =>
      identity = identity.copy(id = id, name = name)
      startedMs = timeMs
      clockMs = math.max(clockMs, timeMs)
    case ApplicationEnded(timeMs) => endedMs = Some(timeMs); tick(timeMs)
    // Spark logs the environment again when jars are added, with the same properties.
    case EnvironmentSet(spark, java, omitted) =>
      if (properties.isEmpty) {
        properties = spark
        identity = identity.copy(javaVersion = java)
        omittedProperties = omitted
      }
    case change @ (_: ExecutorAdded | _: ExecutorRemoved | _: BlockManagerAdded) => countExecutor(change)
    case JobStarted(id, stageIds, sql, timeMs) =>
      jobs(id) = JobFacts(id, sql, stageIds, timeMs, None, None)
      tick(timeMs)
    case JobEnded(id, failure, timeMs) =>
      jobs.get(id).foreach(job => jobs(id) = job.copy(endedMs = Some(timeMs), failure = failure))
      tick(timeMs)
    case StageSubmitted(stage) =>
      running += ((stage.id, stage.attempt))
      val builder = builderOf(stage.id, stage.attempt)
      if (builder.info.isEmpty) builder.info = Some(stage)
      caches.begin(stage)
    case StageCompleted(stage) =>
      running -= ((stage.id, stage.attempt))
      caches.end(stage)
      builderOf(stage.id, stage.attempt).info = Some(stage)
      stage.rdds.filter(_.level.isDefined).foreach(rdd => rdds(rdd.id) = rdd)
      stage.completedMs.foreach(tick)
      forget()
    case TaskEnded(task) => countTask(task)
    case BlockUpdated(block, executor) => if (caches.update(block, executor)) evictions.add(clockMs)
    case Unpersisted(rdd) => caches.unpersist(rdd)
    case NodeLogged(host, series) =>
      if (nodes.contains(host) || nodes.size < FactsBuilder.mostNodes) addSeries(host, series) else areNodesCut = true
    case CountersLogged(timeMs, totals) =>
      counters = thinned(counters) :+ CounterSample(timeMs, totals)
      tick(timeMs)
    case SqlStarted(_, timeMs) => tick(timeMs)
    case SqlEnded(_, timeMs) => tick(timeMs)
    case _: OtherEvent =>
  }

  private def countExecutor(event: Event): Unit = event match {
    case ExecutorAdded(id, host, cores, timeMs) =>
      change(id)(_.copy(host = host, cores = cores, addedMs = timeMs))
      tick(timeMs)
    case ExecutorRemoved(id, reason, timeMs) =>
      change(id)(_.copy(removedMs = Some(timeMs), reason = reason))
      caches.executorRemoved(id)
      tick(timeMs)
    // Series of machines have the block manager's host; a local master names the executor's host "localhost".
    case BlockManagerAdded(id, host, bytes) => change(id)(_.copy(host = host, storageBytes = bytes))
    case _ =>
  }

  private def countTask(logged: Task): Unit = {
    val (task, isPlausible) = (TaskPlausibility.corrected(logged), TaskPlausibility(logged))
    builderOf(task.stage, task.stageAttempt).add(task, position(task.executor), isPlausible)
    caches.add(task)
    tasks += 1
    if (isPlausible) {
      firstEventMs = math.min(firstEventMs, task.times.launchedMs)
      tick(task.times.finishedMs)
    }
  }

  private def addSeries(host: String, series: NodeSeries): Unit = {
    val node = nodes.getOrElseUpdate(host, new NodeBuilder(host))
    figures -= node.figures
    node.add(series)
    figures += node.figures
    unheardNodes += node
    if (figures > mostFigures) {
      nodes.values.foreach(_.forgetHalf())
      figures = nodes.values.map(_.figures).sum
      areNodesCut = true
    }
  }

  /** What exceeded the room for it and was dropped, and what that means. */
  private def leftOut: Seq[String] =
    (if (areNodesCut) Seq("the first intervals of machines; findings about disks rest on the later ones") else Nil) ++
      (if (omittedProperties > 0) Seq(s"$omittedProperties properties of Spark; rules assume their defaults")
       else Nil) ++
      caches.leftOut

  /** The facts of all events so far. */
  def facts: AppFacts = {
    val jobsOfStages = jobs.values.flatMap(job => job.stages.map(_ -> job.id)).groupBy(_._1).map {
      case (stage, pairs) => stage -> pairs.map(_._2).toSeq.sorted
    }
    // Where the start is missing, as when the first file of a rolling log is gone, the first known time is the start.
    val beganMs = if (startedMs > 0 || firstEventMs == Long.MaxValue) startedMs else firstEventMs
    val latestMs = endedMs.fold(Long.MaxValue)(_ + TaskPlausibility.slackMs)
    val stageFacts = stages.toSeq.map { case ((stage, attempt), builder) =>
      val stageJobs = jobsOfStages.getOrElse(stage, Nil)
      builder.facts(stage, attempt, stageJobs, beganMs - TaskPlausibility.slackMs, latestMs)
    }
    FactsRedaction(
      AppFacts(
        identity,
        AppSettings(properties),
        AppPeriod(beganMs, endedMs, clockMs),
        executors
          .map(executor => if (executor.addedMs == 0) executor.copy(addedMs = beganMs) else executor)
          .toIndexedSeq,
        jobs.values.toSeq,
        stageFacts.sortBy(stage => (stage.fromMs, stage.id)),
        StorageFacts(rdds.values.toSeq, caches.facts, caches.accesses, evictions.counts),
        ObservedFacts(nodes.values.map(_.facts).toSeq, counters),
        LogReliability(forgottenStages, leftOut, oddEvents(beganMs), foreign)
      )
    )
  }

  /** Events that give a reason for doubt, without those of stages. */
  private def oddEvents(beganMs: Long): Map[Doubt, Long] = {
    val spans = endedMs.map(beganMs -> _).toSeq ++
      jobs.values.flatMap(job => job.endedMs.map(job.startedMs -> _)) ++
      executors.flatMap(executor => executor.removedMs.map(executor.addedMs -> _))
    Doubt.counted(
      Doubt.Repeated -> repeated,
      Doubt.Disordered -> seen.disordered,
      Doubt.Impossible -> spans.count { case (fromMs, untilMs) => untilMs < fromMs }.toLong
    )
  }

  /** Forgets the first stages that are not running, until there is room, and jobs without a stage left. */
  private def forget(): Unit = if (stages.size > mostStages || tasks > mostTasks) {
    val ended = stages.keysIterator.filterNot(running).toIndexedSeq.iterator
    while ((stages.size > mostStages || tasks > mostTasks) && stages.size > 1 && ended.hasNext) {
      val (stage, attempt) = ended.next()
      stages.remove((stage, attempt)).foreach(builder => tasks -= builder.size)
      caches.forget(stage, attempt)
      seen.forget(stage, attempt)
      forgottenStages += 1
    }
    val oldest = stages.keysIterator.map(_._1).min
    jobs
      .filter { case (_, job) => job.endedMs.isDefined && job.stages.forall(_ < oldest) }
      .keys
      .toSeq
      .foreach(jobs.remove)
    rdds.keysIterator.filter(rdd => caches.forgetUnused(rdd, oldest)).toSeq.foreach(rdds.remove)
  }

  /** Every second sample, when there are more than a chart needs. */
  private def thinned[T](samples: Vector[T]): Vector[T] =
    if (samples.size < FactsBuilder.mostSamples) samples
    else samples.indices.filter(_ % 2 == 1).map(samples).toVector

  /** Notes the driver's clock when an event was created, which is right before the event was logged. */
  private def tick(timeMs: Long): Unit = {
    clockMs = math.max(clockMs, timeMs)
    if (timeMs > 0) firstEventMs = math.min(firstEventMs, timeMs)
    if (unheardNodes.nonEmpty) {
      unheardNodes.foreach(_.driverAt(clockMs))
      unheardNodes.clear()
    }
  }

  private def builderOf(stage: Int, attempt: Int): StageBuilder =
    stages.getOrElseUpdate((stage, attempt), new StageBuilder)

  private def position(executor: String): Int = executorPositions.getOrElseUpdate(
    executor, {
      executors += ExecutorFacts(executor, "", 0, 0, startedMs, None, "")
      executors.size - 1
    }
  )

  private def change(executor: String)(change: ExecutorFacts => ExecutorFacts): Unit = {
    val at = position(executor)
    executors(at) = change(executors(at))
  }
}

private object FactsBuilder {

  /** About 200 MB: three days of a machine with ten disks, or an hour of two hundred such machines. */
  val mostFigures: Long = 4000000L
  val mostNodes = 10000
  val mostSamples = 240
}
