package okibi.spark.observe

import scala.collection.mutable

import okibi.core.observe.{NodeMeter, NodeSeries, SeriesCodec}

/** The driver's side of machines' series: picks one executor of each machine and puts what it tells into the event log, as finely as the budget allows; what it does not allow yet waits,
  * and becomes coarser. Thread-safe. What waits is bounded by [[NodeLog.mostWaiting]] intervals of all machines.
  *
  * @param post    puts an event on Spark's bus
  * @param reserve bytes of the budget that are for others until the end
  */
final class NodeLog(budget: LogBudget, post: OkibiNodeSeries => Unit, nowMs: () => Long, reserve: Long = 0) {
  import NodeLog._

  private val reporters = mutable.HashMap.empty[String, Reporter]

  /** Until when machines were told of whose reporter is gone. Executors look at their machine before they know whether they are wanted, so the next one may begin with what this one told. */
  private val goneMs = mutable.HashMap.empty[String, Long]
  private var over = false

  /** The answer to an executor. */
  def receive(report: NodeReport): NodeAnswer = synchronized {
    val reporter = reporters.get(report.host) match {
      case Some(known) if known.executorId == report.executorId || nowMs() - known.heardMs < staleMs => known
      case _ =>
        reporters.get(report.host).foreach(retire(report.host, _))
        val chosen = new Reporter(report.executorId)
        reporters(report.host) = chosen
        chosen
    }
    val wanted = reporter.executorId == report.executorId
    if (wanted) {
      reporter.heardMs = nowMs()
      report.series.flatMap(SeriesCodec.decode).map(untold(report.host, _)).filter(_.intervals.nonEmpty).foreach {
        series =>
          reporter.toldMs = series.intervals.last.endMs
          reporter.waiting = Some(reporter.waiting.fold(series)(joined(_, series)))
          if (nowMs() - reporter.writtenMs >= paceMs)
            write(report.host, reporter, least = math.max(1, intervals(reporter) / coarsest), kept)
          else reporter.waiting = reporter.waiting.map(shortened)
      }
    }
    NodeAnswer(wanted)
  }

  /** What waits of its machine is written, as coarse as it must be; the machine may not come back. */
  def executorRemoved(executorId: String): Unit = synchronized {
    reporters.filter(_._2.executorId == executorId).toSeq.foreach { case (host, gone) =>
      reporters -= host
      retire(host, gone)
    }
  }

  /** Writes what waits, as coarse as it must be. Nothing is written any more after it. */
  def end(): Unit = synchronized {
    reporters.foreach { case (host, reporter) => write(host, reporter, least = 1, keep = 0) }
    over = true
  }

  private def retire(host: String, gone: Reporter): Unit = {
    write(host, gone, least = 1, kept)
    // Machines that never come back; at worst a few seconds of some are told twice.
    if (goneMs.size >= mostGone) goneMs.clear()
    goneMs(host) = gone.toldMs
  }

  /** Without what the reporter before told of it. Asked of a reporter's first series only: a clock that is set back may not silence a machine. */
  private def untold(host: String, series: NodeSeries): NodeSeries =
    goneMs.remove(host).fold(series)(until => series.copy(intervals = series.intervals.dropWhile(_.startMs < until)))

  /** @param least intervals that are worth an event; with fewer allowed it waits
    * @param keep  bytes of the budget that are not to be touched
    */
  private def write(host: String, reporter: Reporter, least: Int, keep: Long): Unit = if (!over)
    reporter.waiting.foreach { series =>
      val whole = SeriesCodec.encode(series)
      val allowed = (series.intervals.size * math.min(
        1.0,
        math.max(0L, budget.left - keep - eventBytes).toDouble / whole.length
      )).toInt
      if (allowed >= least) {
        val text =
          if (allowed >= series.intervals.size) whole else SeriesCodec.encode(NodeMeter.atMost(series, allowed))
        budget.spend(text.length + eventBytes)
        post(OkibiNodeSeries(host, text))
        reporter.waiting = None
        reporter.writtenMs = nowMs()
      } else reporter.waiting = Some(shortened(series))
    }

  private def shortened(series: NodeSeries): NodeSeries =
    NodeMeter.atMost(series, math.max(4, mostWaiting / math.max(1, reporters.size)))

  /** Spark flushes the log after each of these events, which a distributed file system takes milliseconds for: ten a second of all machines together are enough. */
  private def paceMs: Long = if (reporters.size <= fewMachines) 0 else reporters.size * 100L

  /** What the last events of all machines need, for each to have its end in the log. */
  private def kept: Long = reserve + 2L * eventBytes * reporters.size

  private def intervals(reporter: Reporter): Int = reporter.waiting.fold(0)(_.intervals.size)
}

object NodeLog {

  /** Of all machines together: some 12 MB. */
  val mostWaiting = 100000

  /** Seconds that are put together at most before waiting for more room. */
  private val coarsest = 8

  /** Of an event without its series: its name, the host, quotes. */
  private val eventBytes = 120

  /** So many may tell of each five seconds at once. */
  private val fewMachines = 50

  /** Machines whose end is known: some 1 MB. */
  private val mostGone = 10000

  /** An executor that was not heard for so long is taken for gone. */
  private val staleMs = 60000L

  private final class Reporter(val executorId: String) {
    var heardMs = 0L
    var writtenMs = Long.MinValue / 2
    var toldMs = Long.MinValue
    var waiting: Option[NodeSeries] = None
  }

  /** An executor's devices stay in the order in which they began, so the later series knows them all. */
  private def joined(before: NodeSeries, after: NodeSeries): NodeSeries =
    after.copy(intervals = before.intervals ++ after.intervals)
}
