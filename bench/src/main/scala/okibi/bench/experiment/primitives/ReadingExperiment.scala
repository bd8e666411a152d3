package okibi.bench.experiment.primitives

import okibi.bench.runner.{Column, Experiment, Headline, Row}
import okibi.report.{Bars, Chart, Series}

/** Figures 9 and 10: reading a file, and what of it is the kernel's. */
private[primitives] object ReadingExperiment {
  private val measurement = "read"

  /** MB/s of the paper, as far as its text gives them. */
  private val paper = Map(ReadingJob.cat -> 5500.0, ReadingJob.channel -> 4900.0, ReadingJob.hdfs -> 1490.0)

  def apply(plan: PrimitivesPlan): Experiment = Experiment(
    name = PrimitivesBenchmark.reading,
    about =
      s"reading a file of ${plan.scale.fileBytes >> 20} MiB in blocks of 128 KiB; processors busy in programs and in the kernel, at the reader's end and at " +
        s"that of HDFS's data node; ${plan.line}, but for the data node",
    variants = ReadingJob.ways.map(
      plan.way(_, ReadingJob, plan.scale.timing, ujson.Obj("bytes" -> plan.scale.fileBytes.toDouble))
    ),
    runs = plan.runs,
    columns = Seq(Figures.rate("MB/s", measurement), Figures.memory(measurement)) ++ Figures.beside(
      ReadingJob.cat,
      measurement,
      paper
    ) ++
      Seq(
        busy("user", "reader.userShare"),
        busy("kernel", "reader.kernelShare"),
        busy("server user", "server.userShare"),
        busy("server kernel", "server.kernelShare")
      ),
    headlines = rows =>
      rows
        .find(_.variant.name == ReadingJob.hdfs)
        .flatMap(Figures.times(_, rows, ReadingJob.cat, measurement))
        .map(
          Headline(
            "reading.hdfs",
            _,
            "x",
            Some(paper(ReadingJob.hdfs) / paper(ReadingJob.cat)),
            Seq(ReadingJob.hdfs, ReadingJob.cat)
          )
        )
        .toSeq,
    charts = rows => charts(rows),
    says = rows =>
      for {
        hdfs <- rows.find(_.variant.name == ReadingJob.hdfs)
        rate <- Figures.mbPerSecond(hdfs, measurement)
        share <- Figures.times(hdfs, rows, ReadingJob.cat, measurement)
      } yield f"HDFS over loopback gives $rate%.0f MB/s, $share%.2f of what cat reads from memory."
  )

  private def busy(title: String, metric: String): Column =
    Column(title, (row, _) => Figures.share(row.metrics.get(metric)))

  private def charts(rows: Seq[Row]): Seq[Chart] = {
    val names = rows.map(_.variant.name)
    val ends = Seq(
      "reader, user" -> "reader.userShare",
      "reader, kernel" -> "reader.kernelShare",
      "server, user" -> "server.userShare",
      "server, kernel" -> "server.kernelShare"
    )
    Seq(
      Bars(
        "Reading a file (figure 9)",
        "MB/s",
        names,
        Seq(
          Series("measured", rows.map(Figures.mbPerSecond(_, measurement))),
          Series("memory copy", rows.map(_.metrics.get("copyMBs")))
        )
      ),
      Bars(
        "Processors busy (figure 10)",
        "processors",
        names,
        ends.map { case (name, metric) => Series(name, rows.map(_.metrics.get(metric))) },
        stacked = true
      )
    )
  }
}
