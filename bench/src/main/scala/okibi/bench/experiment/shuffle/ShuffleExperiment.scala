package okibi.bench.experiment.shuffle

import okibi.bench.benchmark.{BenchOptions, StandardVariants}
import okibi.bench.machine.device.ShuffleDirs
import okibi.bench.machine.series.{MachineSampler, SeriesReport}
import okibi.bench.protocol.TimeSeries
import okibi.bench.runner.{Column, Experiment, ExperimentReport, Headline, JvmUse, ResultRow, Variant, VariantRole}
import okibi.report.{BarChart, Chart, Series}

/** Some days of power consumption with the shuffles in one directory, in several, and in several with Okibi, which does
  * not change shuffles.
  */
private[shuffle] object ShuffleExperiment {
  private val one = "one directory"
  private val paperRatio = 0.28
  private val paperRemark = "paper: 1.05 to 1.10 where the shuffle fits the page cache"

  /** @param lines lines of Spark to run beside the runner's own, with the class path of each */
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
    val okibiRole = if (onDevices) VariantRole.CountedOnce else VariantRole.Timed
    val ownLine = Seq(
      variant(one, 1),
      variant(several, dirs.number),
      variant(StandardVariants.okibi, dirs.number, StandardVariants.pluginConf).copy(role = okibiRole)
    )
    val otherLines = lines.flatMap { case (line, classPath) =>
      Seq(one -> 1, several -> dirs.number).map { case (name, number) =>
        variant(nameOn(line, name), number).copy(classPath = classPath)
      }
    }
    Experiment(
      name = s"days-$days",
      about =
        s"half-hour readings of ${scale.meters} meters, ${time(days)}, summed in stages with joins; shuffles on " +
          s"${dirs.line}, " +
          s"heap ${scale.heap}${if (onDevices) "; before that, untimed, one day" else ""}",
      variants = ownLine ++ otherLines,
      runs = options.runs.getOrElse(scale.runs),
      // Children on devices share the memory of one control group: one child at a time.
      jvmUse = if (onDevices) JvmUse.Fresh else JvmUse.Warm(warmUps = 3, shared = true),
      report = ExperimentReport(
        columns = Seq(
          Column("ratio", (row, rows) => ratio(row, rows).fold("-")(v => f"$v%.2f")),
          Column.metric("shuffle MB", "shuffleWrittenBytes")(v => f"${v / 1e6}%.0f"),
          Column.metric("spilled MB", "spilledBytes")(v => f"${v / 1e6}%.0f"),
          SeriesReport.column("CPU user", "cpu.user"),
          SeriesReport.column("I/O wait", "cpu.iowait"),
          Column("devices MB/s", (row, _) => deviceMbPerSecond(row).fold("-")(v => f"$v%.0f"))
        ),
        headlines = rows => {
          val name = if (onDevices) "shuffle.dirs.ratio" else s"shuffle.days-$days.ratio"
          val paper = if (onDevices) Some(paperRatio) else None
          Headline.ratio(name, rows, several, one, paper).toSeq ++
            lines.flatMap { case (line, _) =>
              Headline.ratio(s"shuffle.days-$days.spark-$line.ratio", rows, several, nameOn(line, several))
            }
        },
        charts = rows => seconds(rows) +: rows.filter(_.variant.name != StandardVariants.okibi).flatMap(overTime),
        says = rows => says(days, several, onDevices, rows)
      )
    )
  }

  private def time(days: Int): String = if (days == 1) "1 day" else s"$days days"

  private def nameOn(line: String, name: String): String = s"$name, Spark $line"

  private def ratio(row: ResultRow, rows: Seq[ResultRow]): Option[Double] =
    for (seconds <- row.median; oneSeconds <- rows.find(_.variant.name == one).flatMap(_.median))
      yield seconds / oneSeconds

  /** Reads and writes of the simulated disks where there are any, else of all disks. */
  private def disks(row: ResultRow): Seq[TimeSeries] = {
    val all = SeriesReport.disks(row.series, "read", "written")
    val simulated = all.filter(_.name.startsWith("disk.loop"))
    if (row.variant.commandPrefix.nonEmpty && simulated.nonEmpty) simulated else all
  }

  private def deviceMbPerSecond(row: ResultRow): Option[Double] =
    Some(disks(row)).filter(_.nonEmpty).map(_.map(SeriesReport.mean(_)).sum)

  /** Figures 2, 5 and 7. */
  private def seconds(rows: Seq[ResultRow]): Chart =
    BarChart("Seconds", "s", rows.map(_.variant.name), Seq(Series("median", rows.map(_.median))))

  /** Figures 3 and 8: the disks; 4 and 9: the processors. */
  private def overTime(row: ResultRow): Seq[Chart] = SeriesReport.charts(row.variant.name, row.series, disks(row))

  private def says(days: Int, several: String, onDevices: Boolean, rows: Seq[ResultRow]): Option[String] = {
    def row(name: String) = rows.find(_.variant.name == name)
    for {
      oneRow <- row(one)
      severalRow <- row(several)
      oneSeconds <- oneRow.median
      severalSeconds <- severalRow.median
    } yield {
      val took = f"${time(days)} ${if (days == 1) "takes" else "take"} $oneSeconds%.1f s in one directory and " +
        f"$severalSeconds%.1f s in $several, ${severalSeconds / oneSeconds}%.2f of it"
      val waits =
        for (
          oneWait <- SeriesReport.mean(oneRow.series, "cpu.iowait");
          severalWait <- SeriesReport.mean(severalRow.series, "cpu.iowait")
        ) yield f"; the processors wait for disks $oneWait%.0f %% of the time, then $severalWait%.0f %%"
      took + waits.getOrElse("") + (if (onDevices) s" (paper: $paperRatio)." else s" ($paperRemark).")
    }
  }
}
