package okibi.bench.experiment.primitives

import okibi.bench.data.text.TextFiles
import okibi.bench.runner.{Column, Experiment, ExperimentReport, Headline, ResultRow}
import okibi.report.{BarChart, Chart, Series}

/** Figure 14: lines and words of English text, and Okibi's own line reader and tokenizer on bytes. */
private[primitives] object LinesExperiment {
  private val measurement = "text"

  /** MB/s of the paper, as far as its text gives them. */
  private val paper = Map(
    LinesJob.reader -> 400.0,
    LinesJob.hadoopBytes -> 400.0,
    LinesJob.tokenizer -> 125.0,
    LinesJob.readerTokenizer -> 80.0,
    LinesJob.hadoopTokenizer -> 80.0
  )

  def apply(plan: PrimitivesPlan): Experiment = Experiment(
    name = PrimitivesBenchmark.lines,
    about = s"lines of at most 256 bytes and their words in ${plan.scale.textBytes >> 20} MiB. " +
      s"${plan.texts.line(TextFiles.english)}; ${plan.line}",
    variants = LinesJob.ways.map { case (way, task) =>
      val args = plan.texts.args(TextFiles.english).value.toSeq ++
        Seq("bytes" -> ujson.Num(plan.scale.textBytes.toDouble), "what" -> ujson.Str(task))
      plan.way(way, LinesJob, plan.scale.timings.others, ujson.Obj.from(args))
    },
    runs = plan.runs,
    report = ExperimentReport(
      columns = Seq(PrimitiveMetrics.rate("MB/s", measurement), PrimitiveMetrics.memory(measurement)) ++
        PrimitiveMetrics.multiples(LinesJob.readerTokenizer, measurement, paper) :+
        Column("M lines/s", (row, _) => PrimitiveMetrics.number(millionLinesPerSecond(row))),
      headlines = rows => Headline.ratio("lines.words", rows, LinesJob.readerTokenizer, LinesJob.okibiBoth).toSeq,
      charts = rows => Seq(chart(rows)),
      says = says
    )
  )

  private def millionLinesPerSecond(row: ResultRow): Option[Double] =
    PrimitiveMetrics.elementsPerSecond(row, measurement).map(_ / 1e6)

  private def says(rows: Seq[ResultRow]): Option[String] =
    for {
      okibi <- rows.find(_.variant.name == LinesJob.okibiBoth)
      rate <- PrimitiveMetrics.mbPerSecond(okibi, measurement)
      multiple <- PrimitiveMetrics.multiple(okibi, rows, LinesJob.readerTokenizer, measurement)
    } yield f"One core finds the lines and words of $rate%.0f MB in a second with Okibi's reader, $multiple%.1f " +
      "times as many " +
      "as with BufferedReader and StringTokenizer."

  private def chart(rows: Seq[ResultRow]): Chart =
    BarChart(
      "Lines and words (figure 14)",
      "MB/s",
      rows.map(_.variant.name),
      Seq(Series("measured", rows.map(PrimitiveMetrics.mbPerSecond(_, measurement))))
    )
}
