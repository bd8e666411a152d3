package okibi.bench.experiment.tpch

import okibi.bench.benchmark.{BenchOptions, Benchmark, BenchmarkPlan, CachedQueries, StandardVariants}
import okibi.bench.query.QuerySuite
import okibi.bench.query.tpch.{Tpch, TpchDataJob, TpchJob}

/** SQL on cached tables: TPC-H, and lookups of keys. */
object TpchBenchmark extends Benchmark {
  override val name = "tpch"
  override val about =
    "TPC-H on cached tables larger than memory: all queries, the paper's four queries at its shape, and lookups of keys"
  override val source = "Hayase et al., figures 4 and 5"
  override val suite: Option[QuerySuite] = Some(Tpch)
  private val geomean = "geomean"
  private val paper = "paper"
  private val lookup = "lookup"
  private val index = "index"
  private val plans = "plans"
  override val parts: Seq[String] = Seq(paper, lookup, index, plans, geomean)
  override val variants: Seq[String] = AllQueries.choices

  override def plan(options: BenchOptions): BenchmarkPlan = {
    val scale = TpchScale.of(options.scale)
    val queries = scale.queries
    val experiments = Seq(
      paper -> (() => PaperShape.experiments(options, scale)),
      lookup -> (() => Seq(LookupExperiment(options, scale))),
      index -> (() => Seq(IndexHeap(options, scale))),
      plans -> (() => Seq(CachedQueries.plans(Tpch, TpchJob, options, queries.scaleFactor, queries.fullHeap))),
      geomean -> (() => Seq(AllQueries(options, queries)))
    ).collect { case (part, make) if options.includes(part) => make() }.flatten
    val scaleFactors =
      Seq(paper -> scale.paper.scaleFactor, plans -> queries.scaleFactor, geomean -> queries.scaleFactor).collect {
        case (part, factor) if options.includes(part) => factor
      }.distinct
    BenchmarkPlan(
      experiments = experiments,
      storageBytes = queries.storageBytes,
      conf = CachedQueries.sparkConf ++ StandardVariants.pluginConf,
      prepare = scaleFactors.flatMap(CachedQueries.data(Tpch, TpchDataJob, options, _, Tpch.tables)),
      notes = Seq(CachedQueries.warmUp)
    )
  }
}
