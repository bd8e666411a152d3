package okibi.bench.machine.series

import okibi.bench.protocol.TimeSeries
import okibi.bench.runner.Column
import okibi.report.{Chart, LineChart, Points}

/** A job's time series as figures and charts. */
object SeriesReport {
  def mean(series: TimeSeries): Double = series.values.sum / series.values.size

  /** Mean of the series of a name; none without values. */
  def mean(all: Seq[TimeSeries], name: String): Option[Double] =
    all.find(_.name == name).filter(_.values.nonEmpty).map(mean(_))

  /** A column with the mean of a series in percent. */
  def column(title: String, name: String): Column =
    Column(title, (row, _) => mean(row.series, name).fold("-")(v => f"$v%.0f %%"))

  /** The series of all disks, one or several of `read`, `written` and `busy`. */
  def disks(all: Seq[TimeSeries], kinds: String*): Seq[TimeSeries] =
    all.filter(s => s.name.startsWith("disk.") && kinds.exists(kind => s.name.endsWith(s".$kind")))

  /** Charts of the disks and the processors over the time of a job. */
  def charts(job: String, all: Seq[TimeSeries], disks: Seq[TimeSeries]): Seq[Chart] = {
    def lines(title: String, unit: String, series: Seq[TimeSeries]): Option[Chart] =
      if (series.isEmpty) None
      else Some(LineChart(s"$title, $job", "s", unit, series.map(s => Points(s.name, s.points))))
    lines("Disk I/O", "MB/s", disks).toSeq ++
      lines(
        "Processors",
        "%",
        Seq("cpu.user", "cpu.system", "cpu.iowait").flatMap(name => all.find(_.name == name)).filter(_.values.nonEmpty)
      )
  }
}
