package okibi.bench.experiment.tpcds

import okibi.bench.benchmark.{BenchOptions, Benchmark, CachedQueries, HeapSizes, Sides}
import okibi.bench.query.{QueriesJob, QuerySuite, SuiteQuery}
import okibi.bench.query.tpcds.{Tpcds, TpcdsDataJob, TpcdsJob}
import okibi.bench.runner.{Campaign, Experiment, Headline, Row, RunContext, Stats}

/** TPC-DS on cached tables: plans, times where memory holds everything, and what stays on a heap that is hardly large enough. */
object TpcdsBenchmark extends Benchmark {
  override val name = "tpcds"
  override val about =
    "TPC-DS on cached tables: kinds of joins, each query's time where memory holds everything, and what stays on a small heap"
  override val source = "the queries of Spark's own tests"
  override val suite: Option[QuerySuite] = Some(Tpcds)

  private val geomean = "geomean"
  private val heap = "heap"
  private val plans = "plans"
  override val parts: Seq[String] = Seq(plans, geomean, heap)

  override def campaign(options: BenchOptions): Campaign = {
    val scale = TpcdsScale.of(options.scale)
    val queries = Tpcds.chosen(if (options.queries.isEmpty) scale.numbers else options.queries)
    val read = (if (options.has(plans)) Tpcds.chosen(options.queries)
                else Nil) ++ (if (options.has(geomean)) queries
                              else Nil) ++ (if (options.has(heap)) HeapExperiment.queries else Nil)
    Campaign(
      name = name,
      scale = options.scale.name,
      experiments =
        (if (options.has(plans)) Seq(CachedQueries.plans(Tpcds, TpcdsJob, options, scale.scaleFactor, scale.heap))
         else Nil) ++
          (if (options.has(geomean)) Seq(times(options, scale, queries))
           else Nil) ++ (if (options.has(heap)) Seq(HeapExperiment(options, scale)) else Nil),
      context = () =>
        RunContext.here(
          HeapSizes.storageBytesOf(scale.heap),
          CachedQueries.sparkConf ++ Sides.pluginConf,
          options.seed,
          options.args
        ),
      out = options.out,
      columns = options.columns,
      prepare =
        CachedQueries.data(Tpcds, TpcdsDataJob, options, scale.scaleFactor, read.flatMap(_.tables).distinct).toSeq,
      notes = Seq(CachedQueries.warmUp),
      recordings = options.recordings
    )
  }

  private def times(options: BenchOptions, scale: TpcdsScale, queries: Seq[SuiteQuery]): Experiment = {
    val conf = CachedQueries.sparkConf :+ (QueriesJob.levelKey -> "MEMORY_AND_DISK")
    Experiment(
      name = geomean,
      about =
        s"${queries.size} queries of TPC-DS, scale factor ${scale.scaleFactor}, ${scale.passes} runs each, all tables cached first " +
          s"with MEMORY_AND_DISK, heap ${scale.heap}, which holds them",
      variants = Sides.timed(
        TpcdsJob.mainClass,
        CachedQueries.work(Tpcds, queries, options, scale.scaleFactor, scale.passes),
        scale.heap,
        conf = conf
      ),
      runs = options.runs.getOrElse(1),
      columns = CachedQueries.columns,
      headlines = headlines,
      turns = _ => 1 + scale.passes,
      details = rows => Seq(CachedQueries.perQuery(rows)),
      charts = CachedQueries.charts,
      says = CachedQueries.says
    )
  }

  private def headlines(rows: Seq[Row]): Seq[Headline] = {
    val ratios = CachedQueries.ratios(rows).values.toSeq
    if (ratios.isEmpty) Nil
    else Seq(Headline("tpcds.geomean", Stats.geometricMean(ratios), "x"), Headline("tpcds.worst", ratios.max, "x"))
  }
}
