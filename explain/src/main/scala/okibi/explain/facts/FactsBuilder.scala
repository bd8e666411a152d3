package okibi.explain.facts

import scala.collection.mutable

import okibi.explain.event._

/** Counts what a log says, event by event, in memory that grows with stages and by 16 bytes a task. Not thread-safe. */
final class FactsBuilder {
  private var (id, name, sparkVersion, javaVersion) = ("", "", "", "")
  private var conf = Map.empty[String, String]
  private var (started, ended, clock) = (0L, Option.empty[Long], 0L)
  private val executors = mutable.ArrayBuffer.empty[ExecutorFacts]
  private val positions = mutable.HashMap.empty[String, Int]
  private val jobs = mutable.LinkedHashMap.empty[Int, JobFacts]
  private val stages = mutable.LinkedHashMap.empty[(Int, Int), StageBuilder]
  private val rdds = mutable.LinkedHashMap.empty[Int, Rdd]
  private val queries = mutable.HashMap.empty[Long, String]

  def add(event: Event): Unit = event match {
    case LogStarted(version) => sparkVersion = version
    case ApplicationStarted(its, called, time) => id = its; name = called; started = time; tick(time)
    case ApplicationEnded(time) => ended = Some(time); tick(time)
    case EnvironmentSet(spark, java) => conf = spark; javaVersion = java
    case ExecutorAdded(its, host, cores, time) => change(its)(_.copy(host = host, cores = cores, added = time)); tick(time)
    case ExecutorRemoved(its, reason, time) => change(its)(_.copy(removed = Some(time), reason = reason)); tick(time)
    case BlockManagerAdded(its, host, bytes) => change(its)(was => was.copy(host = if (was.host.isEmpty) host else was.host, storageBytes = bytes))
    case JobStarted(its, itsStages, sql, time) => jobs(its) = JobFacts(its, sql, itsStages, time, None, None); tick(time)
    case JobEnded(its, failed, time) => jobs.get(its).foreach(job => jobs(its) = job.copy(ended = Some(time), failed = failed)); tick(time)
    case StageCompleted(stage) =>
      of(stage.id, stage.attempt).stage = Some(stage)
      stage.rdds.filter(_.level.isDefined).foreach(rdd => rdds(rdd.id) = rdd)
      stage.completed.foreach(tick)
    case TaskEnded(task) =>
      of(task.stage, task.stageAttempt).add(task, position(task.executor))
      tick(task.finished)
    case SqlStarted(its, query, time) => queries(its) = query; tick(time)
    case SqlEnded(_, time) => tick(time)
    case _: BlockUpdated | _: Unpersisted | _: Other =>
  }

  /** Of what was added so far. */
  def facts: AppFacts = {
    val jobsOf = jobs.values.flatMap(job => job.stages.map(_ -> job.id)).groupBy(_._1).map { case (stage, pairs) => stage -> pairs.map(_._2).toSeq.sorted }
    AppFacts(id, name, sparkVersion, javaVersion, conf, started, ended, clock, executors.toIndexedSeq, jobs.values.toSeq,
      stages.toSeq.map { case ((stage, attempt), its) => its.facts(stage, attempt, jobsOf.getOrElse(stage, Nil)) }.sortBy(its => (its.from, its.id)),
      rdds.values.toSeq, queries.toMap)
  }

  private def tick(time: Long): Unit = clock = math.max(clock, time)

  private def of(stage: Int, attempt: Int): StageBuilder = stages.getOrElseUpdate((stage, attempt), new StageBuilder)

  private def position(executor: String): Int = positions.getOrElseUpdate(executor, {
    executors += ExecutorFacts(executor, "", 0, 0, started, None, "")
    executors.size - 1
  })

  private def change(executor: String)(change: ExecutorFacts => ExecutorFacts): Unit = {
    val at = position(executor)
    executors(at) = change(executors(at))
  }
}

/** One stage attempt's sums. */
private final class StageBuilder {
  var stage: Option[Stage] = None
  private val spans = new Spans
  private var (tasks, failed, speculative, wasted) = (0, 0, 0, 0L)
  private var parts = Parts.none
  private var totals = Totals()

  def add(task: Task, executor: Int): Unit = {
    val ms = math.max(0, task.finished - task.launched)
    spans.add(task.launched, math.min(ms, Int.MaxValue.toLong).toInt, executor)
    if (task.speculative) speculative += 1
    if (task.succeeded) {
      tasks += 1
      parts += TaskTime.parts(task)
      task.metrics.foreach(its => totals = sum(totals, its))
    } else {
      failed += 1
      wasted += ms
    }
  }

  def facts(id: Int, attempt: Int, jobs: Seq[Int]): StageFacts =
    StageFacts(id, attempt, stage, jobs, tasks, failed, speculative, spans, parts, wasted, totals)

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
    math.max(all.peakExecutionBytes, its.peakExecutionBytes))
}
