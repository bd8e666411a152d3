package okibi.spark.observe

import scala.collection.mutable

import okibi.core.observe.{NodeMeter, NodeSeries, SeriesCodec}

/** The driver's side of the machines' series. Picks one executor of each machine as its reporter, and writes the
  * reports to the event log, as finely as the budget allows. Reports that the budget does not allow yet wait, and
  * become coarser. Thread-safe. At most [[NodeLog.mostWaitingIntervals]] intervals of all machines wait.
  *
  * @param post         posts an event on Spark's bus
  * @param reserveBytes bytes of the budget that are kept for others until the end
  */
final class NodeLog(budget: LogBudget, post: OkibiNodeSeries => Unit, nowMs: () => Long, reserveBytes: Long = 0) {
  import NodeLog._

  private val reporters = mutable.HashMap.empty[String, Reporter]

  /** For machines whose reporter is gone, the time until which they were reported. Executors sample their machine
    * before they know whether they are the reporter, so the next reporter may begin with seconds that the last one
    * reported.
    */
  private val goneReportedMs = mutable.HashMap.empty[String, Long]
  private var over = false

  /** Answers a report of an executor. */
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
      report.series.flatMap(SeriesCodec.decode).map(unreported(report.host, _)).filter(_.intervals.nonEmpty).foreach {
        series =>
          reporter.toldMs = series.intervals.last.endMs
          reporter.waiting = Some(reporter.waiting.fold(series)(joined(_, series)))
          if (nowMs() - reporter.triedMs >= paceMs)
            write(report.host, reporter, least = math.max(1, intervals(reporter) / coarsestSeconds), keptBytes)
          else reporter.waiting = reporter.waiting.map(shortened)
      }
    }
    val reportSeconds = NodeLog.reportSeconds(reporters.size)
    NodeAnswer(wanted, if (wanted) reportSeconds else reportSeconds * askRatio)
  }

  /** Writes the waiting intervals of the executor's machine, as coarse as the budget requires, because the machine may
    * not come back.
    */
  def executorRemoved(executorId: String): Unit = synchronized {
    reporters.filter(_._2.executorId == executorId).toSeq.foreach { case (host, gone) =>
      reporters -= host
      retire(host, gone)
    }
  }

  /** Writes all waiting intervals, as coarse as the budget requires. Nothing is written after it. */
  def end(): Unit = synchronized {
    reporters.foreach { case (host, reporter) => write(host, reporter, least = 1, keepBytes = 0) }
    over = true
  }

  private def retire(host: String, gone: Reporter): Unit = {
    write(host, gone, least = 1, keptBytes)
    // Forgets machines that never come back. At worst a few seconds of some machines are reported twice.
    if (goneReportedMs.size >= mostGoneMachines) goneReportedMs.clear()
    goneReportedMs(host) = gone.toldMs
  }

  /** The series without the intervals that the machine's last reporter has reported. Applied to the first series of a
    * reporter only, because a clock that is set back must not silence a machine.
    */
  private def unreported(host: String, series: NodeSeries): NodeSeries =
    goneReportedMs
      .remove(host)
      .fold(series)(until => series.copy(intervals = series.intervals.dropWhile(_.startMs < until)))

  /** Writes the waiting intervals if the budget allows it; otherwise they wait on.
    *
    * @param least     fewest intervals that are worth an event
    * @param keepBytes bytes of the budget that must be left over
    */
  private def write(host: String, reporter: Reporter, least: Int, keepBytes: Long): Unit = if (!over)
    reporter.waiting.foreach { series =>
      val room = budget.leftBytes - keepBytes - eventBytes
      // Thousands of machines wait for the budget most of the time, and a series takes long to encode.
      val whole = if (room < least * leastIntervalBytes) None else Some(SeriesCodec.encode(series))
      val allowed = whole.fold(0)(text => (series.intervals.size * math.min(1.0, room.toDouble / text.length)).toInt)
      whole.filter(_ => allowed >= least) match {
        case Some(text) =>
          val fitted =
            if (allowed >= series.intervals.size) text else SeriesCodec.encode(NodeMeter.atMost(series, allowed))
          budget.spend(fitted.length + eventBytes)
          post(OkibiNodeSeries(host, fitted))
          reporter.waiting = None
        case None => reporter.waiting = Some(shortened(series))
      }
      reporter.triedMs = nowMs()
    }

  private def shortened(series: NodeSeries): NodeSeries =
    NodeMeter.atMost(series, math.max(4, mostWaitingIntervals / math.max(1, reporters.size)))

  /** Spark flushes the log after each of these events, which takes a distributed file system milliseconds. Ten events a
    * second for all machines together are enough.
    */
  private def paceMs: Long = if (reporters.size <= unpacedMachines) 0 else reporters.size * 100L

  /** Bytes for a last event of each machine. */
  private def keptBytes: Long = reserveBytes + 2L * eventBytes * reporters.size

  private def intervals(reporter: Reporter): Int = reporter.waiting.fold(0)(_.intervals.size)
}

object NodeLog {

  /** Seconds between the reports of a machine, by how many machines report: twenty reports a second come from all of them,
    * and more from more than 600.
    */
  def reportSeconds(machines: Int): Int = math.max(NodeSampler.firstSeconds, math.min(30, machines / 20))

  /** An executor that is not the reporter asks less often whether the reporter is gone. */
  private val askRatio = 12

  /** Most intervals that wait, of all machines together: some 12 MB. */
  val mostWaitingIntervals = 100000

  /** Most seconds that are merged before an event waits for more room. */
  private val coarsestSeconds = 8

  /** Bytes of an event without its series: its name, the host, quotes. */
  private val eventBytes = 120

  /** Bytes of an interval in the log at least. */
  private val leastIntervalBytes = 12L

  /** Most machines that may all report every five seconds. */
  private val unpacedMachines = 50

  /** Most machines whose last reported time is remembered: some 1 MB. */
  private val mostGoneMachines = 10000

  /** An executor that has not reported for this long is considered gone. */
  private val staleMs = 60000L

  private final class Reporter(val executorId: String) {
    var heardMs = 0L
    var triedMs = Long.MinValue / 2
    var toldMs = Long.MinValue
    var waiting: Option[NodeSeries] = None
  }

  /** Appends the intervals of the later series. An executor's devices keep their order and new ones are appended, so
    * the later series knows all of them.
    */
  private def joined(before: NodeSeries, after: NodeSeries): NodeSeries =
    after.copy(intervals = before.intervals ++ after.intervals)
}
