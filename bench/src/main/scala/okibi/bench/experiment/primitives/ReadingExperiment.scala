package okibi.bench.experiment.primitives

import okibi.bench.runner.{Column, Experiment, ExperimentReport, Headline, ResultRow}
import okibi.report.{BarChart, Chart, Series}

/** Figures 9 and 10: reading a file, and the kernel's part of it. */
private[primitives] object ReadingExperiment {
  private val measurement = "read"

  /** MB/s of the paper, as far as its text gives them. */
  private val paper = Map(ReadingJob.cat -> 5500.0, ReadingJob.channel -> 4900.0, ReadingJob.hdfs -> 1490.0)

  def apply(plan: PrimitivesPlan): Experiment = Experiment(
    name = PrimitivesBenchmark.reading,
    about =
      s"reading a file of ${plan.scale.fileBytes >> 20} MiB in blocks of 128 KiB; processors busy in programs and in " +
        "the kernel, " +
        s"for the reader and for HDFS's data node; ${plan.line}, except for the data node",
    variants = ReadingJob.ways.map(
      plan.way(_, ReadingJob, plan.scale.timings.others, ujson.Obj("bytes" -> plan.scale.fileBytes.toDouble))
    ),
    runs = plan.runs,
    report = ExperimentReport(
      columns = Seq(PrimitiveMetrics.rate("MB/s", measurement), PrimitiveMetrics.memory(measurement)) ++
        PrimitiveMetrics.multiples(ReadingJob.cat, measurement, paper) ++
        Seq(
          busy("user", "reader.userShare"),
          busy("kernel", "reader.kernelShare"),
          busy("server user", "server.userShare"),
          busy("server kernel", "server.kernelShare")
        ),
      headlines = headlines,
      charts = charts,
      says = says
    )
  )

  private def headlines(rows: Seq[ResultRow]): Seq[Headline] = {
    val paperRatio = paper(ReadingJob.hdfs) / paper(ReadingJob.cat)
    rows
      .find(_.variant.name == ReadingJob.hdfs)
      .flatMap(PrimitiveMetrics.multiple(_, rows, ReadingJob.cat, measurement))
      .map(Headline("reading.hdfs", _, "x", Some(paperRatio), Seq(ReadingJob.hdfs, ReadingJob.cat)))
      .toSeq
  }

  private def says(rows: Seq[ResultRow]): Option[String] =
    for {
      hdfs <- rows.find(_.variant.name == ReadingJob.hdfs)
      rate <- PrimitiveMetrics.mbPerSecond(hdfs, measurement)
      share <- PrimitiveMetrics.multiple(hdfs, rows, ReadingJob.cat, measurement)
    } yield f"HDFS over loopback gives $rate%.0f MB/s, $share%.2f of the rate at which cat reads from memory."

  private def busy(title: String, metric: String): Column =
    Column(title, (row, _) => PrimitiveMetrics.share(row.metrics.get(metric)))

  private def charts(rows: Seq[ResultRow]): Seq[Chart] = {
    val names = rows.map(_.variant.name)
    val ends = Seq(
      "reader, user" -> "reader.userShare",
      "reader, kernel" -> "reader.kernelShare",
      "server, user" -> "server.userShare",
      "server, kernel" -> "server.kernelShare"
    )
    Seq(
      BarChart(
        "Reading a file (figure 9)",
        "MB/s",
        names,
        Seq(
          Series("measured", rows.map(PrimitiveMetrics.mbPerSecond(_, measurement))),
          Series("memory copy", rows.map(_.metrics.get("copyMBs")))
        )
      ),
      BarChart(
        "Processors busy (figure 10)",
        "processors",
        names,
        ends.map { case (name, metric) => Series(name, rows.map(_.metrics.get(metric))) },
        stacked = true
      )
    )
  }
}
