package okibi.bench.experiment.terasort

import okibi.bench.benchmark.{BenchOptions, Sides}
import okibi.bench.experiment.terasort.model.{MapOutput, MapReduceModel}
import okibi.bench.machine.series.{MachineSampler, OverTime}
import okibi.bench.runner.{Column, Experiment, Headline, Row, Variant}
import okibi.report.{Bars, Chart, Series}

/** Figures 4 to 8, 17 and 18: TeraSort with each collector, and Spark's own sort of the same data. */
private[terasort] object TeraSortExperiment {
  private val spark = "Spark"
  private val phases = Seq(TermsJob.map, "reduce")

  def apply(place: String, scale: TeraSortScale, options: BenchOptions): Experiment = {
    val work = args(scale, options)
    val perTask = Collectors.perTask(scale.records / scale.maps * 100)
    Experiment(
      name = TeraSortBenchmark.sorting,
      about =
        f"TeraSort of ${scale.megabytes / 1000}%.1f GB on $place: ${scale.maps} map and ${scale.reduces} reduce tasks with ${scale.taskHeap} MB each, " +
          s"no compression, reduce tasks after all map tasks${if (scale.reducesInMemory) ", from memory" else ""}; TeraValidate after each run; '$spark': its own sort of the same data, heap ${scale.heap}",
      variants = Collectors.timed(TeraSortJob, work, scale.heap, perTask) ++
        Seq(Variant(spark, SparkSortJob.mainClass, work, scale.heap, Seq(MachineSampler.key -> "true"))) ++
        (if (options.cluster.isEmpty)
           Collectors.counted(TeraSortJob, TeraTermsJob, phases, work, scale.heap, Collectors.perTask(Long.MaxValue))
         else Nil),
      runs = options.runs.getOrElse(scale.runs),
      columns = Seq(
        Column("MB/s", (row, _) => row.median.fold("-")(s => f"${scale.megabytes / s}%.0f")),
        seconds("start s", "startSeconds"),
        seconds("map s", "mapSeconds"),
        seconds("reduce s", "reduceSeconds"),
        seconds("fetch s", "fetchSeconds"),
        seconds("merge s", "mergeSeconds"),
        seconds("reduce and write s", "writeSeconds"),
        OverTime.column("CPU user", "cpu.user"),
        OverTime.column("CPU system", "cpu.system"),
        OverTime.column("I/O wait", "cpu.iowait")
      ),
      headlines = rows => {
        val all = predicted(rows, scale)
        def error(phase: String) = all.filter(_.prediction.phase == phase)
        Headline.ratio("terasort.ratio", rows, Sides.okibi, Collectors.hadoop).toSeq ++ Headline
          .ratio("terasort.vs_spark", rows, Sides.okibi, spark) ++
          phases.flatMap(phase =>
            Predicted.headline(s"model.error.$phase", error(phase), Collectors.hadoop) ++
              Predicted.headline(s"model.error.$phase.okibi", error(phase), Sides.okibi)
          )
      },
      details = rows => Predicted.details(predicted(rows, scale), options.cluster.nonEmpty),
      charts = rows => {
        val all = predicted(rows, scale)
        val shown = rows.filter(row => row.variant.timed && row.failed.isEmpty)
        Bars("Seconds (figure 4)", "s", shown.map(_.variant.name), Seq(Series("median", shown.map(_.median)))) +:
          (shown.flatMap(row =>
            OverTime.charts(row.variant.name, row.series, OverTime.disks(row.series, "read", "written"))
          ) ++
            (if (all.isEmpty) None else Some(Predicted.chart("Where the time goes (figures 17 and 18)", all))))
      },
      says = says(_, scale)
    )
  }

  private def args(scale: TeraSortScale, options: BenchOptions): ujson.Obj =
    ujson.Obj(
      "records" -> scale.records.toDouble,
      "maps" -> scale.maps,
      "reduces" -> scale.reduces,
      "reducesInMemory" -> scale.reducesInMemory,
      "seed" -> options.seed.toDouble
    )

  private def predicted(rows: Seq[Row], scale: TeraSortScale): Seq[Predicted] = {
    val output = MapOutput()
    for {
      variant <- Seq(Collectors.hadoop, Sides.okibi)
      found <- Predicted.of(rows, variant, "map", scale.megabytes)((rates, _) =>
        MapReduceModel.teraSortMap(rates, output)
      ) ++
        Predicted.of(rows, variant, "reduce", scale.megabytes)((rates, _) =>
          MapReduceModel.teraSortReduce(rates, output)
        )
    } yield found
  }

  private def seconds(title: String, metric: String): Column =
    Column(title, (row, _) => row.metrics.get(metric).fold("-")(s => f"$s%.1f"))

  private def says(rows: Seq[Row], scale: TeraSortScale): Option[String] = for {
    own <- rows.find(_.variant.name == Sides.okibi).flatMap(_.median)
    hadoops <- rows.find(_.variant.name == Collectors.hadoop)
    stock <- hadoops.median
    map <- predicted(rows, scale).find(one => one.variant == Collectors.hadoop && one.prediction.phase == "map")
    most <- map.prediction.terms.sortBy(-_.seconds).headOption
  } yield f"TeraSort takes $own%.0f s with Okibi's collector and $stock%.0f s with Hadoop's, ${own / stock}%.2f of it; of the map phase with Hadoop's, " +
    f"${most.seconds / map.prediction.seconds * 100}%.0f %% go to '${most.name}' by the model."
}
