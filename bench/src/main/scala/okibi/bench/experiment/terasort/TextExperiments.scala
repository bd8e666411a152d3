package okibi.bench.experiment.terasort

import okibi.bench.benchmark.StandardVariants
import okibi.bench.data.text.TextFiles
import okibi.bench.experiment.terasort.model.{MapOutputShape, MapReduceModel, PaperRates, PhaseModel, PrimitiveRates}
import okibi.bench.runner.{Column, Experiment, ExperimentReport, Headline, ResultRow}

/** A word count and an analysis of a log, sections 4.3 and 4.4 of the paper: predicted and measured. */
private[terasort] object TextExperiments {

  /** A job on text and its model.
    *
    * @param terms          measures the steps of the job
    * @param paperMbPerCore MB/s of a core in the paper
    * @param phase          the model of the map phase, from its rates and the metrics beside them
    */
  private final case class TextExperiment(
      name: String,
      title: String,
      job: TextJob,
      terms: TextTermsJob,
      bytes: Long,
      paperMbPerCore: Double,
      phase: (PrimitiveRates, Map[String, Double]) => PhaseModel
  )

  def wordCount(plan: TeraSortPlan): Experiment = experiment(
    TextExperiment(
      name = TeraSortBenchmark.wordCount,
      title = "word count without a combiner",
      job = WordCountJob,
      terms = WordCountTermsJob,
      bytes = plan.scale.text.wordCountBytes,
      paperMbPerCore =
        MapReduceModel.wordCountMap(PaperRates.smallRecords, MapOutputShape()).mbPerSecond(PaperRates.oneCore),
      phase =
        (rates, metrics) => MapReduceModel.wordCountMap(rates, MapOutputShape(perInputByte = metrics("outputPerInput")))
    ),
    plan
  )

  def logAnalysis(plan: TeraSortPlan): Experiment = experiment(
    TextExperiment(
      name = TeraSortBenchmark.logAnalysis,
      title = "lines split into words, and nearly all dropped",
      job = LogAnalysisJob,
      terms = LogAnalysisTermsJob,
      bytes = plan.scale.text.logBytes,
      paperMbPerCore = MapReduceModel.logAnalysis(PaperRates.teraSort).mbPerSecond(PaperRates.oneCore),
      // The mapper here keeps hardly any line.
      phase = (rates, _) => MapReduceModel.logAnalysis(rates, written = 0)
    ),
    plan
  )

  private def args(bytes: Long, plan: TeraSortPlan): ujson.Obj =
    ujson.Obj.from(
      plan.texts.args(TextFiles.english).value.toSeq ++ Seq(
        "bytes" -> ujson.Num(bytes.toDouble),
        "maps" -> ujson.Num(plan.scale.text.maps.toDouble),
        "reduces" -> ujson.Num(plan.scale.reduces.toDouble),
        "seed" -> ujson.Num(plan.options.seed.toDouble)
      )
    )

  private def experiment(text: TextExperiment, plan: TeraSortPlan): Experiment = {
    import text.{bytes, name}
    val heap = plan.scale.heap
    val work = args(bytes, plan)
    val oneFilePerTask = CollectorVariants.bytesPerTask(Long.MaxValue)
    val counted =
      if (plan.onCluster) Nil
      else CollectorVariants.counted(text.job, text.terms, Seq(TermsJob.map), work, heap, oneFilePerTask)
    def predicted(rows: Seq[ResultRow]): Seq[PredictedPhase] =
      Seq(CollectorVariants.hadoop, StandardVariants.okibi)
        .flatMap(PredictedPhase.of(rows, _, "map", bytes / 1e6)(text.phase))
    def mapMbPerCore(row: ResultRow): Option[Double] =
      row.metrics
        .get("mapSeconds")
        .filter(_ => !plan.onCluster)
        .map(seconds => bytes / 1e6 / seconds / Runtime.getRuntime.availableProcessors)
    Experiment(
      name = name,
      about =
        f"${text.title}: ${bytes >> 20} MiB on ${plan.place}, ${plan.scale.text.maps} map tasks; the paper reached " +
          f"${text.paperMbPerCore}%.1f MB/s a core. ${plan.texts.line(TextFiles.english)}",
      variants = CollectorVariants.timed(text.job, work, heap, oneFilePerTask) ++ counted,
      runs = plan.runs,
      report = ExperimentReport(
        columns = Seq(
          Column.metric("map s", "mapSeconds")(s => f"$s%.1f"),
          Column.metric("reduce s", "reduceSeconds")(s => f"$s%.1f"),
          Column("map MB/s a core", (row, _) => mapMbPerCore(row).fold("-")(mbs => f"$mbs%.1f"))
        ),
        headlines = rows =>
          PredictedPhase.headline(s"model.error.$name", predicted(rows), CollectorVariants.hadoop).toSeq ++
            PredictedPhase.headline(s"model.error.$name.okibi", predicted(rows), StandardVariants.okibi) ++
            Headline.ratio(s"$name.ratio", rows, StandardVariants.okibi, CollectorVariants.hadoop),
        details = rows => PredictedPhase.details(predicted(rows), plan.onCluster),
        charts = rows =>
          Some(predicted(rows))
            .filter(_.nonEmpty)
            .map(PredictedPhase.chart(s"Where the time goes: ${text.title}", _))
            .toSeq,
        says = rows =>
          predicted(rows).headOption.map { phase =>
            f"The primitives predict ${phase.prediction.seconds}%.1f s for a map phase that took " +
              f"${phase.measuredSeconds}%.1f s, " +
              f"${phase.error * 100}%+.0f %%."
          }
      )
    )
  }
}
