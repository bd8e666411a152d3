package okibi.spark.observe

import java.util

import okibi.core.reuse.Foreknowledge

/** The driver's side of the plugin's channel: answers executors with the newest plan and keeps what they counted.
  *
  * Spark handles one plugin message at a time, so an answer must be quick and there must not be too many: the server
  * spreads executors so that together they ask at most [[PlanServer.asksPerMs]] times a millisecond. Up to 200 of them
  * may each ask every 100 ms, as often as a new stage makes it useful; 10,000 every 5 s, 2,000 asks a second in all. An
  * ask with its counters is 1.3 kB, a plan of ten RDDs 1.1 kB, and both cost the driver some 160 us, most of it to
  * deserialise: for 10,000 executors a third of a core and 5 MB/s while every moment brings a new stage, 50 MB/s with
  * the largest plan, and at the heartbeat of 10 s half of that.
  *
  * Thread-safe. Memory is bounded by [[PlanServer.maxExecutors]]: the counters of the executors heard from least lately
  * are merged beyond that.
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

  /** What it counted stays, and its last message may still come. */
  def executorRemoved(executorId: String): Unit = synchronized {
    val executor = executors.get(executorId)
    if (executor != null && executor.alive) {
      executor.alive = false
      alive -= 1
    }
  }

  /** Sums over all executors of the application, by metric name. */
  def counters: Map[String, Long] = synchronized {
    var sums = merged
    executors.forEach((_, executor) => sums = sum(sums, executor.counters))
    sums
  }

  /** How many executors have asked and were not removed. */
  def executorsAlive: Int = synchronized(alive)

  private def heard(request: PlanRequest): Int = synchronized {
    val known = executors.get(request.executorId)
    if (known != null) known.counters = request.counters
    else {
      executors.put(request.executorId, new Executor(request.counters))
      alive += 1
      if (executors.size > maxExecutors) mergeEldest()
    }
    math.max(AskPace.minIntervalMs, alive / asksPerMs)
  }

  private def mergeEldest(): Unit = {
    val eldest = executors.values.iterator
    val executor = eldest.next()
    eldest.remove()
    if (executor.alive) alive -= 1
    merged = sum(merged, executor.counters)
  }
}

object PlanServer {

  /** Asks that the driver is ready to answer in a millisecond, from all executors together. */
  val asksPerMs: Int = 2

  /** Executors whose counters are kept apart. */
  val maxExecutors: Int = 20000

  private final class Executor(var counters: Map[String, Long]) {
    var alive = true
  }

  private def sum(a: Map[String, Long], b: Map[String, Long]): Map[String, Long] =
    b.foldLeft(a) { case (sums, (name, value)) => sums.updated(name, sums.getOrElse(name, 0L) + value) }
}
