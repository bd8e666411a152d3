package okibi.bench.machine.series

import okibi.bench.protocol.TimeSeries
import okibi.bench.runner.Column
import okibi.report.{Chart, Lines, Points}

/** What a job's series come to, as figures and as charts. */
object OverTime {
  def mean(series: TimeSeries): Double = series.values.sum / series.values.size

  /** Of the series of a name, if it has values. */
  def mean(all: Seq[TimeSeries], name: String): Option[Double] =
    all.find(_.name == name).filter(_.values.nonEmpty).map(mean(_))

  /** The mean of a series in percent. */
  def column(title: String, name: String): Column =
    Column(title, (row, _) => mean(row.series, name).fold("-")(v => f"$v%.0f %%"))

  /** Of all disks, one or several of `read`, `written` and `busy`. */
  def disks(all: Seq[TimeSeries], ways: String*): Seq[TimeSeries] =
    all.filter(s => s.name.startsWith("disk.") && ways.exists(way => s.name.endsWith(s".$way")))

  /** The disks and the processors each second of a job. */
  def charts(job: String, all: Seq[TimeSeries], disks: Seq[TimeSeries]): Seq[Chart] = {
    def lines(title: String, unit: String, series: Seq[TimeSeries]): Option[Chart] =
      if (series.isEmpty) None else Some(Lines(s"$title, $job", "s", unit, series.map(s => Points(s.name, s.points))))
    lines("Disk I/O", "MB/s", disks).toSeq ++
      lines(
        "Processors",
        "%",
        Seq("cpu.user", "cpu.system", "cpu.iowait").flatMap(name => all.find(_.name == name)).filter(_.values.nonEmpty)
      )
  }
}
