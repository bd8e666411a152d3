package okibi.spark.observe

import java.util

import scala.collection.mutable

import okibi.core.metric.Figures
import okibi.core.reuse.Foreknowledge

/** The driver's side of the plugin's channel: answers executors with the newest plan and keeps their figures.
  *
  * Spark handles one plugin message at a time, so an answer must be quick, and there must not be too many. The server
  * spreads executors so that together they ask at most [[PlanServer.asksPerMs]] times a millisecond. Up to 200
  * executors may each ask every 100 ms, as often as new stages make it useful; 10,000 executors every 5 s, 2,000 asks a
  * second in all. An ask with its counters has 1.3 kB, a plan of ten RDDs 1.1 kB, and both together take the driver
  * some 160 us, mostly for deserialization. For 10,000 executors that is a third of a core and 5 MB/s while every
  * moment brings a new stage, 50 MB/s with the largest plan, and a twelfth of that at the heartbeat of 60 s.
  *
  * Thread-safe. [[PlanServer.maxExecutors]] bounds the memory: beyond it, the executors that have been silent longest
  * are merged like those that are gone.
  */
final class PlanServer(knowledge: Foreknowledge) {
  import PlanServer._

  private val executors = new util.LinkedHashMap[String, Executor](64, 0.75f, true)
  private var alive = 0
  private var merged = Figures.none

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
    if (known == null) remember(executorId, new Executor(Figures.none, alive = false))
    else if (known.alive) {
      known.alive = false
      known.figures = known.figures.afterLoss
      alive -= 1
    }
  }

  /** The application's totals, by metric name; see [[okibi.core.metric.MetricKind]]. */
  def counters: Map[String, Long] = {
    // Summing takes milliseconds for 10,000 executors, and must not keep messages of executors waiting.
    val all = mutable.ArrayBuffer.empty[Figures]
    synchronized {
      all += merged
      executors.forEach((_, executor) => all += executor.figures)
    }
    Figures.sum(all.iterator).byName
  }

  private def heard(request: PlanRequest): Int = synchronized {
    val (known, told) = (executors.get(request.executorId), Figures(request.counters))
    if (known != null) known.figures = if (known.alive) told else told.afterLoss
    else {
      alive += 1
      remember(request.executorId, new Executor(told, alive = true))
    }
    intervalMs(alive)
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
    merged = Figures.sum(Iterator(merged, executor.figures.afterLoss))
  }
}

object PlanServer {

  /** Asks from all executors together that the driver answers in a millisecond. */
  val asksPerMs: Int = 2

  /** Least milliseconds between two asks of an executor, by how many there are. */
  private def intervalMs(executors: Int): Int = math.max(AskPace.minIntervalMs, executors / asksPerMs)

  /** Milliseconds between two asks of an executor that wants nothing, by how many executors there are. */
  def heartbeatMs(executors: Int): Long = AskPace.heartbeatMs(intervalMs(executors))

  /** Most executors whose figures are kept apart. */
  val maxExecutors: Int = 20000

  private final class Executor(var figures: Figures, var alive: Boolean)
}
