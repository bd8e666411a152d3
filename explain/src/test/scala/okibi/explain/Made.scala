package okibi.explain

import okibi.explain.event._
import okibi.explain.facts.{AppFacts, FactsBuilder}

/** Applications made up for tests: stages one after the other, on one executor. */
final class Made(cores: Int, conf: (String, String)*) {
  private val builder = new FactsBuilder
  private var now = 1000000L
  private var stages = 0
  builder.add(LogStarted("4.1.0"))
  builder.add(EnvironmentSet(conf.toMap, "17"))
  builder.add(ApplicationStarted("app-1", "made", now))
  builder.add(ExecutorAdded("1", "host", cores, now))

  /** Time in which nothing runs. */
  def idle(ms: Long): Made = { now += ms; this }

  /** A stage whose tasks, of these milliseconds, are run in their order on whichever core is free. */
  def stage(lengths: Seq[Long])(metrics: Long => TaskMetrics = Made.computing): Made = {
    val id = stages
    stages += 1
    val free = Array.fill(cores)(now)
    builder.add(JobStarted(id, Seq(id), None, now))
    lengths.zipWithIndex.foreach { case (ms, index) =>
      val core = free.indices.minBy(free(_))
      val start = free(core)
      free(core) = start + ms
      builder.add(TaskEnded(task(id, index, start, start + ms, Task.success, Some(metrics(ms)))))
    }
    val end = free.max
    builder.add(StageCompleted(Stage(id, 0, s"stage $id", lengths.size, Nil, Nil, Some(now), Some(end), None)))
    builder.add(JobEnded(id, None, end))
    now = end
    this
  }

  /** Attempts of the last stage that came to nothing. */
  def failed(count: Int, ms: Long): Made = {
    (1 to count).foreach(i => builder.add(TaskEnded(task(stages - 1, i, now - ms, now, "ExceptionFailure", None))))
    this
  }

  def lost(reason: String): Made = { builder.add(ExecutorRemoved("1", reason, now)); this }

  def facts: AppFacts = {
    builder.add(ApplicationEnded(now))
    builder.facts
  }

  private def task(stage: Int, index: Int, start: Long, end: Long, reason: String, metrics: Option[TaskMetrics]): Task =
    Task(index.toLong, stage, 0, index, 0, "1", "host", "ANY", speculative = false, start, 0, end, reason, metrics, Nil)
}

object Made {
  private val nothing = TaskMetrics(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Transfer.none, Transfer.none, 0, 0, 0, 0, Transfer.none, 0)

  /** On a processor all the time. */
  def computing(ms: Long): TaskMetrics = nothing.copy(runMs = ms, cpuNs = ms * 1000000)
}
