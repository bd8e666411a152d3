package okibi.spark.observe

import okibi.core.metric.Metrics

import org.apache.spark.scheduler.{SparkListener, SparkListenerJobEnd, SparkListenerStageCompleted}

/** Writes Okibi's counters, summed over all executors, to the event log: at the ends of stages and jobs, at most every
  * ten seconds, as long as the counters change and the budget has room. Thread-safe.
  *
  * @param counters returns the totals so far
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

  /** Writes the last event, which may use the part of the budget that is kept for it. Nothing is written after it,
    * because the cache that counts may be gone by then.
    */
  def end(): Unit = synchronized {
    if (!over) write(keepBytes = 0)
    over = true
  }

  private def tick(): Unit = synchronized {
    if (!over && (lookedMs == Long.MinValue || nowMs() - lookedMs >= CounterLog.everyMs)) write(CounterLog.keptBytes)
  }

  private def write(keepBytes: Long): Unit = {
    // Summing the counters of thousands of executors takes time, so the sums are rare as well, not only the events.
    lookedMs = nowMs()
    val now = counters().filter(_._2 != 0)
    val bytes = CounterLog.eventBytes + now.map { case (name, value) =>
      CounterLog.figureBytes(name, value.toString.length)
    }.sum
    if (now != written && budget.leftBytes - keepBytes >= bytes) {
      budget.spend(bytes)
      post(OkibiCounters(lookedMs, now))
      written = now
    }
  }
}

object CounterLog {
  private val everyMs = 10000L

  /** Bytes of an event without its counters. */
  private val eventBytes = 100

  /** Bytes of one figure in an event: its name and value, two quotation marks, a colon and a comma. */
  private def figureBytes(name: String, digits: Int): Int = name.length + digits + 4

  /** Bytes that the last event needs if each of its figures has eight digits. */
  val keptBytes: Long = eventBytes + Metrics.all.map(metric => figureBytes(metric.name, digits = 8).toLong).sum
}
