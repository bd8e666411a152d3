package okibi.bench.experiment.primitives

import okibi.bench.runner.{Column, Experiment, ExperimentReport, ResultRow}
import okibi.report.{BarChart, Chart, Series}

/** Compression codecs on intermediate data. The paper took its figures from Snappy's own page. */
private[primitives] object CodecsExperiment {
  private val directions = Seq("compress", "decompress")

  def apply(plan: PrimitivesPlan): Experiment = Experiment(
    name = PrimitivesBenchmark.codecs,
    about =
      s"${plan.scale.codecBytes >> 10} KiB of sorted records of TeraSort and of a word count of seeded English, " +
        "compressed and " +
        "decompressed in memory, MB/s uncompressed; the paper took 250 and 500 for Snappy; Zstandard from the " +
        "library that " +
        s"Spark has; ${plan.line}",
    variants = CodecsJob.ways.map(
      plan.way(_, CodecsJob, plan.scale.timings.others, ujson.Obj("bytes" -> plan.scale.codecBytes))
    ),
    runs = plan.runs,
    report = ExperimentReport(
      columns = IntermediateData.kinds.flatMap { kind =>
        directions.flatMap { direction =>
          val measurement = s"$kind.$direction"
          Seq(PrimitiveMetrics.rate(s"$kind $direction", measurement), PrimitiveMetrics.memory(measurement))
        } :+ Column("ratio", (row, _) => PrimitiveMetrics.number(row.metrics.get(s"$kind.ratio")))
      },
      charts = rows => IntermediateData.kinds.map(chart(rows, _)),
      says = says
    )
  )

  private def says(rows: Seq[ResultRow]): Option[String] =
    for {
      kind <- IntermediateData.kinds.headOption
      measured = rows.flatMap(row => PrimitiveMetrics.mbPerSecond(row, s"$kind.compress").map(row.variant.name -> _))
      if measured.nonEmpty
      (fastest, most) = measured.maxBy(_._2)
      (slowest, least) = measured.minBy(_._2)
    } yield f"On records of $kind%s, $fastest%s compresses fastest, $most%.0f MB/s on one core, and $slowest%s " +
      "slowest, " +
      f"$least%.0f MB/s."

  private def chart(rows: Seq[ResultRow], kind: String): Chart =
    BarChart(
      s"Codecs, records of $kind",
      "MB/s",
      rows.map(_.variant.name),
      directions.map(name => Series(name, rows.map(PrimitiveMetrics.mbPerSecond(_, s"$kind.$name"))))
    )
}
