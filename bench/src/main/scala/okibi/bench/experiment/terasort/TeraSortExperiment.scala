package okibi.bench.experiment.terasort

import okibi.bench.benchmark.StandardVariants
import okibi.bench.experiment.terasort.model.{MapOutputShape, MapReduceModel}
import okibi.bench.machine.series.{MachineSampler, SeriesReport}
import okibi.bench.runner.{Column, Experiment, ExperimentReport, Headline, ResultRow, Variant}
import okibi.report.{BarChart, Chart, Series}

/** Figures 4 to 8, 17 and 18: TeraSort with each collector, and Spark's own sort of the same data. */
private[terasort] object TeraSortExperiment {
  private val spark = "Spark"
  private val phases = Seq(TermsJob.map, "reduce")

  def apply(plan: TeraSortPlan): Experiment = {
    val scale = plan.scale
    val work = args(plan)
    val bytesPerTask = CollectorVariants.bytesPerTask(scale.records / scale.maps * 100)
    val counted =
      if (plan.onCluster) Nil
      else {
        val wholeFiles = CollectorVariants.bytesPerTask(Long.MaxValue)
        CollectorVariants.counted(TeraSortJob, TeraTermsJob, phases, work, scale.heap, wholeFiles)
      }
    Experiment(
      name = TeraSortBenchmark.sorting,
      about =
        f"TeraSort of ${scale.megabytes / 1000}%.1f GB on ${plan.place}: ${scale.maps} map and ${scale.reduces} " +
          "reduce tasks with " +
          s"${scale.taskHeapMb} MB each, no compression, reduce tasks after all map tasks" +
          s"${if (scale.reducesInMemory) ", from memory" else ""}; TeraValidate after each run; '$spark': its own " +
          "sort of the " +
          s"same data, heap ${scale.heap}",
      variants = CollectorVariants.timed(TeraSortJob, work, scale.heap, bytesPerTask) ++
        Seq(Variant(spark, SparkSortJob.mainClass, work, scale.heap, Seq(MachineSampler.key -> "true"))) ++ counted,
      runs = plan.runs,
      report = ExperimentReport(
        columns = Seq(
          Column("MB/s", (row, _) => row.median.fold("-")(s => f"${scale.megabytes / s}%.0f")),
          seconds("start s", "startSeconds"),
          seconds("map s", "mapSeconds"),
          seconds("reduce s", "reduceSeconds"),
          seconds("fetch s", "fetchSeconds"),
          seconds("merge s", "mergeSeconds"),
          seconds("reduce and write s", "writeSeconds"),
          SeriesReport.column("CPU user", "cpu.user"),
          SeriesReport.column("CPU system", "cpu.system"),
          SeriesReport.column("I/O wait", "cpu.iowait")
        ),
        headlines = headlines(_, scale),
        details = rows => PredictedPhase.details(predicted(rows, scale), plan.onCluster),
        charts = charts(_, scale),
        says = says(_, scale)
      )
    )
  }

  private def args(plan: TeraSortPlan): ujson.Obj =
    ujson.Obj(
      "records" -> plan.scale.records.toDouble,
      "maps" -> plan.scale.maps,
      "reduces" -> plan.scale.reduces,
      "reducesInMemory" -> plan.scale.reducesInMemory,
      "seed" -> plan.options.seed.toDouble
    )

  private def predicted(rows: Seq[ResultRow], scale: TeraSortScale): Seq[PredictedPhase] = {
    val output = MapOutputShape()
    for {
      variant <- Seq(CollectorVariants.hadoop, StandardVariants.okibi)
      phase <- PredictedPhase.of(rows, variant, "map", scale.megabytes)((rates, _) =>
        MapReduceModel.teraSortMap(rates, output)
      ) ++
        PredictedPhase.of(rows, variant, "reduce", scale.megabytes)((rates, _) =>
          MapReduceModel.teraSortReduce(rates, output)
        )
    } yield phase
  }

  private def headlines(rows: Seq[ResultRow], scale: TeraSortScale): Seq[Headline] = {
    val (okibi, hadoop) = (StandardVariants.okibi, CollectorVariants.hadoop)
    val all = predicted(rows, scale)
    val errors = phases.flatMap { phase =>
      val ofPhase = all.filter(_.prediction.phase == phase)
      PredictedPhase.headline(s"model.error.$phase", ofPhase, hadoop) ++
        PredictedPhase.headline(s"model.error.$phase.okibi", ofPhase, okibi)
    }
    Headline.ratio("terasort.ratio", rows, okibi, hadoop).toSeq ++
      Headline.ratio("terasort.vs_spark", rows, okibi, spark) ++ errors
  }

  private def charts(rows: Seq[ResultRow], scale: TeraSortScale): Seq[Chart] = {
    val all = predicted(rows, scale)
    val shown = rows.filter(row => row.variant.isTimed && row.failure.isEmpty)
    val seconds =
      BarChart("Seconds (figure 4)", "s", shown.map(_.variant.name), Seq(Series("median", shown.map(_.median))))
    val overTime = shown.flatMap { row =>
      SeriesReport.charts(row.variant.name, row.series, SeriesReport.disks(row.series, "read", "written"))
    }
    val terms =
      if (all.isEmpty) None else Some(PredictedPhase.chart("Where the time goes (figures 17 and 18)", all))
    seconds +: (overTime ++ terms)
  }

  private def seconds(title: String, metric: String): Column =
    Column.metric(title, metric)(s => f"$s%.1f")

  private def says(rows: Seq[ResultRow], scale: TeraSortScale): Option[String] = for {
    okibi <- rows.find(_.variant.name == StandardVariants.okibi).flatMap(_.median)
    hadoop <- rows.find(_.variant.name == CollectorVariants.hadoop).flatMap(_.median)
    map <- predicted(rows, scale).find(phase =>
      phase.variant == CollectorVariants.hadoop && phase.prediction.phase == "map"
    )
    longest <- map.prediction.terms.sortBy(-_.seconds).headOption
  } yield f"TeraSort takes $okibi%.0f s with Okibi's collector and $hadoop%.0f s with Hadoop's, " +
    f"${okibi / hadoop}%.2f of it; by " +
    f"the model, '${longest.name}' takes ${longest.seconds / map.prediction.seconds * 100}%.0f %% of the map phase " +
    "with Hadoop's."
}
