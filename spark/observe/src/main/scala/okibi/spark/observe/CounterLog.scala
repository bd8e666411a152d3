package okibi.spark.observe

import okibi.core.metric.Metrics

import org.apache.spark.scheduler.{SparkListener, SparkListenerJobEnd, SparkListenerStageCompleted}

/** Puts Okibi's counters, summed over all executors, into the event log: at the ends of stages and jobs, at most every ten seconds, as long as they change and the budget has room.
  * Thread-safe.
  *
  * @param counters the totals so far
  * @param post     takes an event
  */
final class CounterLog(
    budget: LogBudget,
    counters: () => Map[String, Long],
    post: OkibiCounters => Unit,
    nowMs: () => Long
) extends SparkListener {
  private var written = Map.empty[String, Long]
  private var lookedMs = Long.MinValue
  private var over = false

  override def onStageCompleted(event: SparkListenerStageCompleted): Unit = tick()
  override def onJobEnd(event: SparkListenerJobEnd): Unit = tick()

  /** The last ones: what is kept of the budget for them may be spent. Nothing is written any more after them, for the cache that counts may be gone by then. */
  def end(): Unit = synchronized {
    if (!over) write(keep = 0)
    over = true
  }

  private def tick(): Unit = synchronized {
    if (!over && (lookedMs == Long.MinValue || nowMs() - lookedMs >= CounterLog.everyMs)) write(CounterLog.kept)
  }

  private def write(keep: Long): Unit = {
    // Summing them up over thousands of executors is not for free, so it is looking that is rare, and not writing alone.
    lookedMs = nowMs()
    val now = counters().filter(_._2 != 0)
    val bytes = CounterLog.eventBytes + now.map { case (name, value) =>
      CounterLog.figureBytes(name, value.toString.length)
    }.sum
    if (now != written && budget.left - keep >= bytes) {
      budget.spend(bytes)
      post(OkibiCounters(lookedMs, now))
      written = now
    }
  }
}

object CounterLog {
  private val everyMs = 10000L

  /** Of an event without its counters. */
  private val eventBytes = 100

  /** Of one figure in an event: its name and value, two quotation marks, a colon and a comma. */
  private def figureBytes(name: String, digits: Int): Int = name.length + digits + 4

  /** What the last event needs, if each of its figures has eight digits. */
  val kept: Long = eventBytes + Metrics.all.map(metric => figureBytes(metric.name, digits = 8).toLong).sum
}
