package okibi.explain.facts

import scala.collection.mutable

import okibi.core.observe.NodeSeries
import okibi.explain.event._

/** Counts what a log says, event by event, in memory that grows with stages and by 16 bytes and a bit for each task; where blocks are logged, by some 60 bytes a block. Not thread-safe.
  *
  * @param mostStages    that are kept, and `mostTasks` of these: the first that ended are forgotten for others, for applications that never end
  * @param mostFigures   of all machines, an interval and each disk in it being one: the older half of them is forgotten
  */
final class FactsBuilder(
    mostStages: Int = Int.MaxValue,
    mostTasks: Int = Int.MaxValue,
    mostFigures: Long = FactsBuilder.mostFigures
) {
  private var (id, name, sparkVersion, javaVersion) = ("", "", "", "")
  private var conf = Map.empty[String, String]
  private var (started, ended, clock) = (0L, Option.empty[Long], 0L)
  private var first = Long.MaxValue
  private val executors = mutable.ArrayBuffer.empty[ExecutorFacts]
  private val positions = mutable.HashMap.empty[String, Int]
  private val jobs = mutable.LinkedHashMap.empty[Int, JobFacts]
  private val stages = mutable.LinkedHashMap.empty[(Int, Int), StageBuilder]
  private val rdds = mutable.LinkedHashMap.empty[Int, Rdd]
  private val caches = new CacheBuilder
  private val nodes = mutable.LinkedHashMap.empty[String, NodeBuilder]
  private val unheard = mutable.ArrayBuffer.empty[NodeBuilder]
  private val running = mutable.HashSet.empty[(Int, Int)]
  private val drops = new OverTime
  private var counters = Vector.empty[(Long, Map[String, Long])]
  private var (tasks, figures, forgotten) = (0, 0L, 0)
  private var (areMachinesCut, properties) = (false, 0L)
  private val seen = new SeenEvents
  private var (repeated, foreign) = (0L, 0L)

  /** What the log has more than once, or of another application, is not counted again. */
  def add(event: Event): Unit = seen.sighting(event) match {
    case SeenEvents.New => count(event)
    case SeenEvents.Foreign => foreign += 1
    case SeenEvents.Repeated =>
      event match {
        case TaskEnded(task) => of(task.stage, task.stageAttempt).repeated += 1
        case StageCompleted(stage) => of(stage.id, stage.attempt).repeated += 1
        case _ => repeated += 1
      }
  }

  /** What Okibi wrote in a file beside the log: whatever the log ends with says nothing of it. */
  def addBeside(event: Event): Unit = count(event)

  private def count(event: Event): Unit = event match {
    case LogStarted(version) => if (version.nonEmpty) sparkVersion = version
    case ApplicationStarted(its, called, time, _) =>
      id = its; name = called; started = time; clock = math.max(clock, time)
    case ApplicationEnded(time) => ended = Some(time); tick(time)
    // Spark logs it again when jars are added, with the same properties.
    case EnvironmentSet(spark, java, left) => if (conf.isEmpty) { conf = spark; javaVersion = java; properties = left }
    case ExecutorAdded(its, host, cores, time) =>
      change(its)(_.copy(host = host, cores = cores, added = time)); tick(time)
    case ExecutorRemoved(its, reason, time) =>
      change(its)(_.copy(removed = Some(time), reason = reason)); caches.executorRemoved(its); tick(time)
    // Its block manager's host is what machines' series go by; a local master calls the executor's "localhost".
    case BlockManagerAdded(its, host, bytes) => change(its)(_.copy(host = host, storageBytes = bytes))
    case JobStarted(its, itsStages, sql, time) =>
      jobs(its) = JobFacts(its, sql, itsStages, time, None, None); tick(time)
    case JobEnded(its, failed, time) =>
      jobs.get(its).foreach(job => jobs(its) = job.copy(ended = Some(time), failed = failed)); tick(time)
    case StageSubmitted(stage) =>
      running += ((stage.id, stage.attempt))
      val its = of(stage.id, stage.attempt)
      if (its.stage.isEmpty) its.stage = Some(stage)
      caches.begin(stage)
    case StageCompleted(stage) =>
      running -= ((stage.id, stage.attempt))
      caches.end(stage)
      of(stage.id, stage.attempt).stage = Some(stage)
      stage.rdds.filter(_.level.isDefined).foreach(rdd => rdds(rdd.id) = rdd)
      stage.completed.foreach(tick)
      forget()
    case TaskEnded(said) =>
      val (task, isPlausible) = (Plausible.corrected(said), Plausible(said))
      of(task.stage, task.stageAttempt).add(task, position(task.executor), isPlausible)
      caches.add(task)
      tasks += 1
      if (isPlausible) {
        first = math.min(first, task.launched)
        tick(task.finished)
      }
    case BlockUpdated(block, executor) => if (caches.update(block, executor)) drops.add(clock)
    case Unpersisted(rdd) => caches.unpersist(rdd)
    case NodeLogged(host, series) =>
      if (nodes.contains(host) || nodes.size < FactsBuilder.mostNodes) add(host, series) else areMachinesCut = true
    case CountersLogged(time, its) =>
      counters = thinned(counters) :+ (time -> its)
      tick(time)
    case SqlStarted(_, _, time) => tick(time)
    case SqlEnded(_, time) => tick(time)
    case _: Other =>
  }

  private def add(host: String, series: NodeSeries): Unit = {
    val node = nodes.getOrElseUpdate(host, new NodeBuilder(host))
    figures -= node.size
    node.add(series)
    figures += node.size
    unheard += node
    if (figures > mostFigures) {
      nodes.values.foreach(_.forgetHalf())
      figures = nodes.values.map(_.size).sum
      areMachinesCut = true
    }
  }

  /** What there was more of than is kept, and what is left. */
  private def leftOut: Seq[String] =
    (if (areMachinesCut) Seq("what machines did in the beginning: findings about disks are of the rest") else Nil) ++
      (if (properties > 0) Seq(s"$properties properties of Spark: rules take their defaults in place of these")
       else Nil) ++ caches.leftOut

  /** Of what was added so far. */
  def facts: AppFacts = {
    val jobsOf = jobs.values.flatMap(job => job.stages.map(_ -> job.id)).groupBy(_._1).map { case (stage, pairs) =>
      stage -> pairs.map(_._2).toSeq.sorted
    }
    // Without its start, as when the first file of a rolling log is gone, it began with what is known of it.
    val began = if (started > 0 || first == Long.MaxValue) started else first
    val latest = ended.fold(Long.MaxValue)(_ + Plausible.slackMs)
    Redaction(
      AppFacts(
        id,
        name,
        sparkVersion,
        javaVersion,
        conf,
        began,
        ended,
        clock,
        executors.map(its => if (its.added == 0) its.copy(added = began) else its).toIndexedSeq,
        jobs.values.toSeq,
        stages.toSeq
          .map { case ((stage, attempt), its) =>
            its.facts(stage, attempt, jobsOf.getOrElse(stage, Nil), began - Plausible.slackMs, latest)
          }
          .sortBy(its => (its.from, its.id)),
        rdds.values.toSeq,
        caches.facts,
        caches.accesses,
        nodes.values.map(_.facts).toSeq,
        drops.counted,
        counters,
        forgotten,
        leftOut,
        doubts(began),
        foreign
      )
    )
  }

  /** Events that are no stage's. */
  private def doubts(began: Long): Map[Doubt, Long] = {
    val endings =
      ended.map(began -> _).toSeq ++ jobs.values.flatMap(job => job.ended.map(job.started -> _)) ++ executors.flatMap(
        executor => executor.removed.map(executor.added -> _)
      )
    Doubt.counted(
      Doubt.Repeated -> repeated,
      Doubt.Disordered -> seen.disordered,
      Doubt.Impossible -> endings.count { case (from, until) => until < from }.toLong
    )
  }

  /** The first stages that do not run any more, until there is room, and jobs that have none left. */
  private def forget(): Unit = if (stages.size > mostStages || tasks > mostTasks) {
    val ended = stages.keysIterator.filterNot(running).toIndexedSeq.iterator
    while ((stages.size > mostStages || tasks > mostTasks) && stages.size > 1 && ended.hasNext) {
      val (stage, attempt) = ended.next()
      stages.remove((stage, attempt)).foreach(its => tasks -= its.size)
      caches.forget(stage, attempt)
      seen.forget(stage, attempt)
      forgotten += 1
    }
    val oldest = stages.keysIterator.map(_._1).min
    jobs
      .filter { case (_, job) => job.ended.isDefined && job.stages.forall(_ < oldest) }
      .keys
      .toSeq
      .foreach(jobs.remove)
    rdds.keysIterator.filter(rdd => caches.forgetUnused(rdd, oldest)).toSeq.foreach(rdds.remove)
  }

  /** Half of them, where there are enough for a chart. */
  private def thinned[T](all: Vector[T]): Vector[T] =
    if (all.size < FactsBuilder.mostSamples) all else all.indices.filter(_ % 2 == 1).map(all).toVector

  /** The driver's clock when an event was made, which is right before it was sent. */
  private def tick(time: Long): Unit = {
    clock = math.max(clock, time)
    if (time > 0) first = math.min(first, time)
    if (unheard.nonEmpty) {
      unheard.foreach(_.heard(clock))
      unheard.clear()
    }
  }

  private def of(stage: Int, attempt: Int): StageBuilder = stages.getOrElseUpdate((stage, attempt), new StageBuilder)

  private def position(executor: String): Int = positions.getOrElseUpdate(
    executor, {
      executors += ExecutorFacts(executor, "", 0, 0, started, None, "")
      executors.size - 1
    }
  )

  private def change(executor: String)(change: ExecutorFacts => ExecutorFacts): Unit = {
    val at = position(executor)
    executors(at) = change(executors(at))
  }
}

private object FactsBuilder {

  /** Some 200 MB: three days of a machine with ten disks, or an hour of two hundred of them. */
  val mostFigures: Long = 4000000L
  val mostNodes = 10000
  val mostSamples = 240
}

/** One stage attempt's sums. */
private final class StageBuilder {
  var stage: Option[Stage] = None
  private val spans = new Spans
  private var (succeeded, resubmitted, failed, killed, speculative, wasted, again) = (0, 0, 0, 0, 0, 0L, 0L)
  private var parts = Parts.none
  private var totals = Totals()
  private var (impossible, measured, unmeasured) = (0L, 0L, 0L)

  /** Events that the log has more than once. */
  var repeated: Long = 0

  /** Attempts that were added. */
  def size: Int = spans.size

  def add(task: Task, executor: Int, isPlausible: Boolean): Unit = {
    val ms = task.finished - task.launched
    if (!isPlausible) impossible += 1
    if (task.isResubmitted) {
      // It had ended well and was told of then; what it wrote is lost with its executor.
      resubmitted += 1
      again += ms
    } else {
      spans.add(task.launched, math.min(ms, Int.MaxValue.toLong).toInt, executor)
      if (task.speculative) speculative += 1
      ended(task, ms)
    }
  }

  private def ended(task: Task, ms: Long): Unit =
    if (task.succeeded) {
      succeeded += 1
      parts += TaskTime.parts(task)
      task.metrics.foreach { metrics =>
        totals = sum(totals, metrics)
        if (TaskTime.isUnmeasured(metrics)) unmeasured += 1 else if (metrics.cpuNs > 0) measured += 1
      }
    } else {
      if (task.isKilled) killed += 1 else failed += 1
      wasted += ms
    }

  /** @param earliest that anything of the application can have begun, and `latest` that it can have ended */
  def facts(id: Int, attempt: Int, jobs: Seq[Int], earliest: Long, latest: Long): StageFacts = {
    val isImpossible = stage.exists(known =>
      known.submitted.exists(_ < earliest) || known.completed.exists(end =>
        end > latest || known.submitted.exists(_ > end)
      )
    )
    val doubts = Doubt.counted(
      Doubt.Repeated -> repeated,
      Doubt.Impossible -> (impossible + spans.outside(earliest, latest) + (if (isImpossible) 1 else 0)),
      // Where processor time comes in large pieces, short tasks have none of it.
      Doubt.Unmeasured -> (if (measured == 0) unmeasured else 0)
    )
    StageFacts(
      id,
      attempt,
      stage,
      jobs,
      math.max(0, succeeded - resubmitted),
      failed,
      killed,
      speculative,
      spans,
      parts,
      wasted,
      again,
      totals,
      doubts
    )
  }

  private def sum(all: Totals, its: TaskMetrics): Totals = Totals(
    all.cpuMs + its.cpuNs / 1000000,
    all.input + its.input,
    all.output + its.output,
    all.localRead + its.localRead,
    all.remoteRead + its.remoteRead,
    all.shuffleRecordsRead + its.shuffleRecordsRead,
    all.shuffleWritten + its.shuffleWritten,
    all.memorySpilled + its.memorySpilled,
    all.diskSpilled + its.diskSpilled,
    all.resultBytes + its.resultBytes,
    math.max(all.peakExecutionBytes, its.peakExecutionBytes),
    math.max(all.largestRead, its.input.bytes + its.localRead + its.remoteRead)
  )
}
