package okibi.bench.experiment.tpcds

import okibi.bench.benchmark.{BenchOptions, Benchmark, BenchmarkPlan, CachedQueries, HeapSizes, StandardVariants}
import okibi.bench.query.tpcds.{Tpcds, TpcdsDataJob, TpcdsJob}
import okibi.bench.query.{QuerySuite, SuiteQuery}
import okibi.bench.runner.{Experiment, ExperimentReport, Headline, JvmUse, ResultRow, Stats}
import okibi.bench.workload.SparkJob

/** TPC-DS on cached tables: plans, times where memory holds everything, and the bytes that stay on a small heap. */
object TpcdsBenchmark extends Benchmark {
  override val name = "tpcds"
  override val about =
    "TPC-DS on cached tables: kinds of joins, each query's time where memory holds everything, and what stays on a " +
      "small heap"
  override val source = "the queries of Spark's own tests"
  override val suite: Option[QuerySuite] = Some(Tpcds)
  private val geomean = "geomean"
  private val heap = "heap"
  private val plans = "plans"
  override val parts: Seq[String] = Seq(plans, geomean, heap)

  override def plan(options: BenchOptions): BenchmarkPlan = {
    val scale = TpcdsScale.of(options.scale)
    val chosen = options.selection.queries
    val timed = Tpcds.chosen(if (chosen.isEmpty) scale.numbers else chosen)

    // Each part with its experiment and the queries whose tables it reads.
    val experiments = Seq(
      (plans, CachedQueries.plans(Tpcds, TpcdsJob, options, scale.scaleFactor, scale.heap), Tpcds.chosen(chosen)),
      (geomean, times(options, scale, timed), timed),
      (heap, HeapExperiment(options, scale), HeapExperiment.queries)
    ).filter { case (part, _, _) => options.includes(part) }
    val tables = experiments.flatMap(_._3).flatMap(_.tables).distinct
    BenchmarkPlan(
      experiments = experiments.map(_._2),
      storageBytes = HeapSizes.storageBytesOf(scale.heap),
      conf = CachedQueries.sparkConf ++ StandardVariants.pluginConf,
      prepare = CachedQueries.data(Tpcds, TpcdsDataJob, options, scale.scaleFactor, tables).toSeq,
      notes = Seq(CachedQueries.warmUp)
    )
  }

  private def times(options: BenchOptions, scale: TpcdsScale, queries: Seq[SuiteQuery]): Experiment = {
    val conf = CachedQueries.sparkConf :+ (SparkJob.levelKey -> "MEMORY_AND_DISK")
    Experiment(
      name = geomean,
      about = s"${queries.size} queries of TPC-DS, scale factor ${scale.scaleFactor}, ${scale.passes} runs each, all " +
        "tables cached " +
        s"first with MEMORY_AND_DISK, heap ${scale.heap}, which holds them",
      variants = StandardVariants.timed(
        TpcdsJob.mainClass,
        CachedQueries.work(Tpcds, queries, options, scale.scaleFactor, scale.passes),
        scale.heap,
        conf = conf
      ),
      runs = options.runs.getOrElse(1),
      jvmUse = JvmUse.InTurns(_ => 1 + scale.passes),
      report = ExperimentReport(
        columns = CachedQueries.columns,
        headlines = headlines,
        details = rows => Seq(CachedQueries.perQuery(rows)),
        charts = CachedQueries.charts,
        says = CachedQueries.says
      )
    )
  }

  private def headlines(rows: Seq[ResultRow]): Seq[Headline] = {
    val ratios = CachedQueries.ratios(rows).values.toSeq
    if (ratios.isEmpty) Nil
    else Seq(Headline("tpcds.geomean", Stats.geometricMean(ratios), "x"), Headline("tpcds.worst", ratios.max, "x"))
  }
}
