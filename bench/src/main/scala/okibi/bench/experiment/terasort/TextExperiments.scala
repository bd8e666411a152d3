package okibi.bench.experiment.terasort

import okibi.bench.benchmark.{BenchOptions, Sides, TextInputs}
import okibi.bench.data.text.TextFiles
import okibi.bench.experiment.terasort.model.{MapOutput, MapReduceModel, PaperRates, Phase}
import okibi.bench.runner.{Column, Experiment, Headline, Row}

/** A word count and an analysis of a log, section 4.3 and 4.4 of the paper: predicted and measured. */
private[terasort] object TextExperiments {
  private def args(bytes: Long, scale: TeraSortScale, texts: TextInputs, options: BenchOptions): ujson.Obj =
    ujson.Obj.from(
      texts.args(TextFiles.english).value.toSeq ++ Seq(
        "bytes" -> ujson.Num(bytes.toDouble),
        "maps" -> ujson.Num(scale.textMaps.toDouble),
        "reduces" -> ujson.Num(scale.reduces.toDouble),
        "seed" -> ujson.Num(options.seed.toDouble)
      )
    )

  def wordCount(place: String, scale: TeraSortScale, texts: TextInputs, options: BenchOptions): Experiment = {
    val paper = MapReduceModel.wordCountMap(PaperRates.smallRecords, MapOutput()).mbPerSecond(PaperRates.oneCore)
    experiment(
      TeraSortBenchmark.wordCount,
      "word count without a combiner",
      WordCountJob,
      WordCountTermsJob,
      scale.textBytes,
      paper,
      place,
      scale,
      texts,
      options
    ) { (rates, metrics) =>
      MapReduceModel.wordCountMap(rates, MapOutput(perInputByte = metrics("outputPerInput")))
    }
  }

  def logAnalysis(place: String, scale: TeraSortScale, texts: TextInputs, options: BenchOptions): Experiment = {
    val paper = MapReduceModel.logAnalysis(PaperRates.teraSort).mbPerSecond(PaperRates.oneCore)
    experiment(
      TeraSortBenchmark.logAnalysis,
      "lines split into words, and nearly all dropped",
      LogAnalysisJob,
      LogAnalysisTermsJob,
      scale.logBytes,
      paper,
      place,
      scale,
      texts,
      options
    ) { (rates, _) =>
      MapReduceModel.logAnalysis(rates, written = 0) // Our mapper keeps hardly any line.
    }
  }

  private def experiment(
      name: String,
      what: String,
      job: TextJob,
      terms: TextTermsJob,
      bytes: Long,
      paperRate: Double,
      place: String,
      scale: TeraSortScale,
      texts: TextInputs,
      options: BenchOptions
  )(phase: (okibi.bench.experiment.terasort.model.Rates, Map[String, Double]) => Phase): Experiment = {
    val work = args(bytes, scale, texts, options)
    val perTask = Collectors.perTask(Long.MaxValue) // A file is what a task gets.
    def predicted(rows: Seq[Row]): Seq[Predicted] =
      Seq(Collectors.hadoop, Sides.okibi).flatMap(Predicted.of(rows, _, "map", bytes / 1e6)(phase))
    val foreign = options.cluster.nonEmpty
    Experiment(
      name = name,
      about =
        f"$what: ${bytes >> 20} MiB on $place, ${scale.textMaps} map tasks; the paper came to $paperRate%.1f MB/s a core. ${texts.line(TextFiles.english)}",
      variants = Collectors.timed(job, work, scale.heap, perTask) ++
        (if (foreign) Nil else Collectors.counted(job, terms, Seq(TermsJob.map), work, scale.heap, perTask)),
      runs = options.runs.getOrElse(scale.runs),
      columns = Seq(
        Column("map s", (row, _) => row.metrics.get("mapSeconds").fold("-")(s => f"$s%.1f")),
        Column("reduce s", (row, _) => row.metrics.get("reduceSeconds").fold("-")(s => f"$s%.1f")),
        Column(
          "map MB/s a core",
          (row, _) =>
            row.metrics
              .get("mapSeconds")
              .filter(_ => !foreign)
              .fold("-")(s => f"${bytes / 1e6 / s / Runtime.getRuntime.availableProcessors}%.1f")
        )
      ),
      headlines = rows =>
        Predicted.headline(s"model.error.$name", predicted(rows), Collectors.hadoop).toSeq ++
          Predicted.headline(s"model.error.$name.okibi", predicted(rows), Sides.okibi) ++ Headline
            .ratio(s"$name.ratio", rows, Sides.okibi, Collectors.hadoop),
      details = rows => Predicted.details(predicted(rows), foreign),
      charts =
        rows => Some(predicted(rows)).filter(_.nonEmpty).map(Predicted.chart(s"Where the time goes: $what", _)).toSeq,
      says = rows =>
        predicted(rows).headOption.map { one =>
          f"The primitives predict ${one.prediction.seconds}%.1f s for a map phase that took ${one.measuredSeconds}%.1f s, ${one.error * 100}%+.0f %%."
        }
    )
  }
}
