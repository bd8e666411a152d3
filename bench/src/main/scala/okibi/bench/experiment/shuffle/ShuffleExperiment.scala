package okibi.bench.experiment.shuffle

import okibi.bench.benchmark.{BenchOptions, Sides}
import okibi.bench.machine.device.ShuffleDirs
import okibi.bench.machine.series.{MachineSampler, OverTime}
import okibi.bench.protocol.TimeSeries
import okibi.bench.runner.{Column, Experiment, Headline, Row, Variant}
import okibi.report.{Bars, Chart, Series}

/** So many days of power consumption with the shuffles in one directory, in several, and in several with Okibi, which leaves shuffles alone. */
private[shuffle] object ShuffleExperiment {
  private val one = "one directory"
  private val paperRatio = 0.28
  private val slower = "paper: 1.05 to 1.10 where the shuffle fits the page cache"

  /** @param lines of Spark to run beside the runner's own, with the class path of each */
  def apply(
      days: Int,
      dirs: ShuffleDirs,
      scale: ShuffleScale,
      options: BenchOptions,
      lines: Seq[(String, String)]
  ): Experiment = {
    val several = s"${dirs.number} directories"
    val onDevices = days == scale.longDays
    val work = ujson.Obj(
      "meters" -> scale.meters,
      "days" -> days,
      "partitions" -> scale.partitionsOf(days),
      "seed" -> options.seed.toDouble,
      "warmUpDays" -> (if (onDevices) 1 else 0)
    )
    def variant(name: String, number: Int, conf: Seq[(String, String)] = Nil) =
      Variant(
        name,
        PowerJob.mainClass,
        work,
        scale.heap,
        conf ++ Seq(ShuffleDirs.using(number), MachineSampler.key -> "true")
      )
    Experiment(
      name = s"days-$days",
      about =
        s"half-hour readings of ${scale.meters} meters, ${time(days)}, summed in stages with joins; shuffles on ${dirs.line}, heap ${scale.heap}" +
          (if (onDevices) "; before that, untimed, one day" else ""),
      variants = Seq(
        variant(one, 1),
        variant(several, dirs.number),
        variant(Sides.okibi, dirs.number, Sides.pluginConf).copy(timed = !onDevices)
      ) ++
        lines.flatMap { case (line, classPath) =>
          Seq(one -> 1, several -> dirs.number).map { case (name, number) =>
            variant(on(line, name), number).copy(classPath = classPath)
          }
        },
      runs = options.runs.getOrElse(scale.runs),
      warmUps = if (onDevices) 0 else 3, // Children on devices share the memory of one group: one at a time.
      shared = true,
      columns = Seq(
        Column("ratio", (row, rows) => ratio(row, rows).fold("-")(v => f"$v%.2f")),
        Column("shuffle MB", (row, _) => row.metrics.get("shuffleWrittenBytes").fold("-")(v => f"${v / 1e6}%.0f")),
        Column("spilled MB", (row, _) => row.metrics.get("spilledBytes").fold("-")(v => f"${v / 1e6}%.0f")),
        OverTime.column("CPU user", "cpu.user"),
        OverTime.column("I/O wait", "cpu.iowait"),
        Column("devices MB/s", (row, _) => throughput(row).fold("-")(v => f"$v%.0f"))
      ),
      headlines = rows =>
        Headline
          .ratio(
            if (onDevices) "shuffle.dirs.ratio" else s"shuffle.days-$days.ratio",
            rows,
            several,
            one,
            if (onDevices) Some(paperRatio) else None
          )
          .toSeq ++
          lines.flatMap { case (line, _) =>
            Headline.ratio(s"shuffle.days-$days.spark-$line.ratio", rows, several, on(line, several))
          },
      charts = rows => seconds(rows) +: rows.filter(_.variant.name != Sides.okibi).flatMap(overTime),
      says = rows => says(days, several, onDevices, rows)
    )
  }

  private def time(days: Int): String = if (days == 1) "1 day" else s"$days days"

  private def on(line: String, name: String): String = s"$name, Spark $line"

  private def ratio(row: Row, rows: Seq[Row]): Option[Double] =
    for (own <- row.median; alone <- rows.find(_.variant.name == one).flatMap(_.median)) yield own / alone

  /** Series of the disks: of the simulated ones where there are any, else of all. */
  private def disks(row: Row, ways: String*): Seq[TimeSeries] = {
    val all = OverTime.disks(row.series, ways: _*)
    val simulated = all.filter(_.name.startsWith("disk.loop"))
    if (row.variant.launcher.nonEmpty && simulated.nonEmpty) simulated else all
  }

  private def throughput(row: Row): Option[Double] =
    Some(disks(row, "read", "written")).filter(_.nonEmpty).map(_.map(OverTime.mean(_)).sum)

  /** Figures 2, 5 and 7. */
  private def seconds(rows: Seq[Row]): Chart =
    Bars("Seconds", "s", rows.map(_.variant.name), Seq(Series("median", rows.map(_.median))))

  /** Figures 3 and 8: the disks; 4 and 9: the processors. */
  private def overTime(row: Row): Seq[Chart] =
    OverTime.charts(row.variant.name, row.series, disks(row, "read", "written"))

  private def says(days: Int, several: String, onDevices: Boolean, rows: Seq[Row]): Option[String] = {
    def row(name: String) = rows.find(_.variant.name == name)
    for {
      alone <- row(one)
      spread <- row(several)
      oneSeconds <- alone.median
      severalSeconds <- spread.median
    } yield {
      val took =
        f"${time(days)} ${if (days == 1) "takes" else "take"} $oneSeconds%.1f s in one directory and $severalSeconds%.1f s in $several, ${severalSeconds / oneSeconds}%.2f of it"
      val waits =
        for (a <- OverTime.mean(alone.series, "cpu.iowait"); b <- OverTime.mean(spread.series, "cpu.iowait"))
          yield f"; the processors wait for disks $a%.0f %% of the time, then $b%.0f %%"
      took + waits.getOrElse("") + (if (onDevices) s" (paper: $paperRatio)." else s" ($slower).")
    }
  }
}
