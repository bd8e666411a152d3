package okibi.spark.observe

import java.util

import okibi.core.metric.Metrics
import okibi.core.reuse.Foreknowledge

/** The driver's side of the plugin's channel: answers executors with the newest plan and keeps their figures.
  *
  * Spark handles one plugin message at a time, so an answer must be quick, and there must not be too many. The server
  * spreads executors so that together they ask at most [[PlanServer.asksPerMs]] times a millisecond. Up to 200
  * executors may each ask every 100 ms, as often as new stages make it useful; 10,000 executors every 5 s, 2,000 asks a
  * second in all. An ask with its counters has 1.3 kB, a plan of ten RDDs 1.1 kB, and both together take the driver
  * some 160 us, mostly for deserialization. For 10,000 executors that is a third of a core and 5 MB/s while every
  * moment brings a new stage, 50 MB/s with the largest plan, and half of that at the heartbeat of 10 s.
  *
  * Thread-safe. [[PlanServer.maxExecutors]] bounds the memory: beyond it, the executors that have been silent longest
  * are merged like those that are gone.
  */
final class PlanServer(knowledge: Foreknowledge) {
  import PlanServer._

  private val executors = new util.LinkedHashMap[String, Executor](64, 0.75f, true)
  private var alive = 0
  private var merged = Map.empty[String, Long]

  /** The answer to an executor's message; null for a message that is not for this server. Never throws. */
  def receive(message: AnyRef): AnyRef = message match {
    case request: PlanRequest =>
      val intervalMs = heard(request)
      val plan = knowledge.snapshot()
      PlanReply(if (plan.version == request.version) None else Some(plan), intervalMs)
    case _ => null
  }

  /** Keeps the executor's counters and timers, and drops its gauges. Its last message may still come, and may be its
    * first.
    */
  def executorRemoved(executorId: String): Unit = synchronized {
    val known = executors.get(executorId)
    if (known == null) remember(executorId, new Executor(Map.empty, alive = false))
    else if (known.alive) {
      known.alive = false
      known.figures = Metrics.afterLoss(known.figures)
      alive -= 1
    }
  }

  /** The application's totals, by metric name; see [[okibi.core.metric.MetricKind]]. */
  def counters: Map[String, Long] = {
    // Summing takes a tenth of a second for 10,000 executors, and must not keep messages of executors waiting.
    val all = new util.ArrayList[Map[String, Long]]
    synchronized {
      all.add(merged)
      executors.forEach((_, executor) => all.add(executor.figures))
    }
    Metrics.sum(all)
  }

  private def heard(request: PlanRequest): Int = synchronized {
    val known = executors.get(request.executorId)
    if (known != null) known.figures = if (known.alive) request.counters else Metrics.afterLoss(request.counters)
    else {
      alive += 1
      remember(request.executorId, new Executor(request.counters, alive = true))
    }
    math.max(AskPace.minIntervalMs, alive / asksPerMs)
  }

  private def remember(executorId: String, executor: Executor): Unit = {
    executors.put(executorId, executor)
    if (executors.size > maxExecutors) mergeEldest()
  }

  private def mergeEldest(): Unit = {
    val eldest = executors.values.iterator
    val executor = eldest.next()
    eldest.remove()
    if (executor.alive) alive -= 1
    merged = Metrics.sum(merged, Metrics.afterLoss(executor.figures))
  }
}

object PlanServer {

  /** Asks from all executors together that the driver answers in a millisecond. */
  val asksPerMs: Int = 2

  /** Most executors whose figures are kept apart. */
  val maxExecutors: Int = 20000

  private final class Executor(var figures: Map[String, Long], var alive: Boolean)
}
