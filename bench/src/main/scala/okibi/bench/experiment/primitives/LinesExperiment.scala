package okibi.bench.experiment.primitives

import okibi.bench.data.text.TextFiles
import okibi.bench.runner.{Column, Experiment, Headline, Row}
import okibi.report.{Bars, Chart, Series}

/** Figure 14: lines and words of English text, and Okibi's own reader and tokenizer on bytes. */
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
    about =
      s"lines of at most 256 bytes and their words in ${plan.scale.textBytes >> 20} MiB. ${plan.texts.line(TextFiles.english)}; ${plan.line}",
    variants = LinesJob.ways.map { case (way, what) =>
      plan.way(
        way,
        LinesJob,
        plan.scale.timing,
        ujson.Obj.from(
          plan.texts.args(TextFiles.english).value.toSeq ++
            Seq("bytes" -> ujson.Num(plan.scale.textBytes.toDouble), "what" -> ujson.Str(what))
        )
      )
    },
    runs = plan.runs,
    columns = Seq(Figures.rate("MB/s", measurement), Figures.memory(measurement)) ++ Figures
      .beside(LinesJob.readerTokenizer, measurement, paper) :+
      Column("M lines/s", (row, _) => Figures.number(Figures.elementsPerSecond(row, measurement).map(_ / 1e6))),
    headlines = rows => Headline.ratio("lines.words", rows, LinesJob.readerTokenizer, LinesJob.okibiBoth).toSeq,
    charts = rows => Seq(chart(rows)),
    says = rows =>
      for {
        own <- rows.find(_.variant.name == LinesJob.okibiBoth)
        rate <- Figures.mbPerSecond(own, measurement)
        times <- Figures.times(own, rows, LinesJob.readerTokenizer, measurement)
      } yield f"One core finds the lines and words of $rate%.0f MB in a second with Okibi's reader, $times%.1f times what BufferedReader and StringTokenizer do."
  )

  private def chart(rows: Seq[Row]): Chart =
    Bars(
      "Lines and words (figure 14)",
      "MB/s",
      rows.map(_.variant.name),
      Seq(Series("measured", rows.map(Figures.mbPerSecond(_, measurement))))
    )
}
