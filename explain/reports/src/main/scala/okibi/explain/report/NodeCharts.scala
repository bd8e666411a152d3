package okibi.explain.report

import okibi.core.observe.{DiskInterval, NodeInterval}
import okibi.explain.facts.{AppFacts, NodeFacts}
import okibi.explain.redact.PlainText
import okibi.report.{LineChart, Points, Section}

/** What machines did, on the axis of the stages. */
private[report] object NodeCharts {
  private val mostNodes = 4
  private val mostPoints = 600

  /** A section for each of the machines that did most. */
  def apply(facts: AppFacts, time: TimeAxis): Seq[Section] = facts.observed.nodes
    .sortBy(node => -work(node))
    .take(mostNodes)
    .map(node => section(thinned(node), time))

  private def work(node: NodeFacts): Long = node.intervals.map { interval =>
    (interval.userPercent + interval.systemPercent + interval.iowaitPercent).toLong * interval.lengthMs
  }.sum

  private def section(node: NodeFacts, time: TimeAxis): Section = {
    def line(name: String)(figure: NodeInterval => Double): Points = Points(
      name,
      node.intervals.map(interval => (time.seconds(interval.startMs + interval.lengthMs / 2), figure(interval)))
    )
    def rate(device: Int, kib: DiskInterval => Long)(interval: NodeInterval): Double =
      kib(interval.disks.lift(device).getOrElse(DiskInterval.idle)) * 1.024 / math.max(1, interval.lengthMs)
    val disks = for {
      (name, device) <- node.devices.zipWithIndex
      if node.intervals.exists(_.disks.lift(device).exists(!_.isIdle))
      points <- Seq(line(s"$name read")(rate(device, _.readKiB)), line(s"$name written")(rate(device, _.writtenKiB)))
    } yield points
    val processors =
      Seq(line("user")(_.userPercent), line("system")(_.systemPercent), line("waiting for disks")(_.iowaitPercent))
    val pages = Seq(line("files in memory")(_.cachedMiB), line("waiting to be written")(_.dirtyMiB))
    Section(
      s"What ${PlainText(node.host, 60)} did",
      node.directories.map { case (path, device) =>
        s"spark.local.dir ${PlainText(path, 200)} is on ${device.getOrElse("no disk")}."
      },
      charts = Seq(
        LineChart("Processors", "s", "%", processors, axis = Some(time.axis)),
        LineChart("Disks", "s", "MB/s", disks, axis = Some(time.axis)),
        LineChart("Page cache", "s", "MiB", pages, axis = Some(time.axis))
      )
    )
  }

  /** Neighbouring intervals joined, so that there are no more than a chart can show. */
  private def thinned(node: NodeFacts): NodeFacts =
    if (node.intervals.size <= mostPoints) node
    else {
      val length = (node.intervals.size + mostPoints - 1) / mostPoints
      node.copy(intervals = node.intervals.grouped(length).map(_.reduce(_ and _)).toIndexedSeq)
    }
}
