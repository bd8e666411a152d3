package okibi.bench.experiment.primitives

import okibi.bench.runner.{Column, Experiment, Row}
import okibi.report.{Bars, Chart, Series}

/** Codecs on intermediate data, which the paper took from Snappy's own page. */
private[primitives] object CodecsExperiment {
  private val ways = Seq("compress", "decompress")

  def apply(plan: PrimitivesPlan): Experiment = Experiment(
    name = PrimitivesBenchmark.codecs,
    about =
      s"${plan.scale.codecBytes >> 10} KiB of sorted records of TeraSort and of a word count of seeded English compressed and decompressed in memory, MB/s uncompressed; " +
        s"the paper took 250 and 500 for Snappy; Zstandard by the library that Spark has; ${plan.line}",
    variants =
      CodecsJob.ways.map(plan.way(_, CodecsJob, plan.scale.timing, ujson.Obj("bytes" -> plan.scale.codecBytes))),
    runs = plan.runs,
    columns = IntermediateData.kinds.flatMap { kind =>
      ways.flatMap(way => Seq(Figures.rate(s"$kind $way", s"$kind.$way"), Figures.memory(s"$kind.$way"))) :+
        Column("ratio", (row, _) => Figures.number(row.metrics.get(s"$kind.ratio")))
    },
    headlines = _ => Nil,
    charts = rows => IntermediateData.kinds.map(chart(rows, _)),
    says = rows =>
      for {
        kind <- IntermediateData.kinds.headOption
        measured = rows.flatMap(row => Figures.mbPerSecond(row, s"$kind.compress").map(row.variant.name -> _))
        if measured.nonEmpty
        (fastest, most) = measured.maxBy(_._2)
        (slowest, least) = measured.minBy(_._2)
      } yield f"On records of $kind%s $fastest%s compresses fastest, $most%.0f MB/s on one core, and $slowest%s slowest, $least%.0f MB/s."
  )

  private def chart(rows: Seq[Row], kind: String): Chart =
    Bars(
      s"Codecs, records of $kind",
      "MB/s",
      rows.map(_.variant.name),
      ways.map(way => Series(way, rows.map(Figures.mbPerSecond(_, s"$kind.$way"))))
    )
}
