package okibi.bench.experiment.tpch

import okibi.bench.benchmark.{BenchOptions, Benchmark, CachedQueries, HeapSizes, Sides}
import okibi.bench.query.QuerySuite
import okibi.bench.query.tpch.{Tpch, TpchDataJob, TpchJob}
import okibi.bench.runner.{Campaign, RunContext, Variant}

/** SQL on cached tables: TPC-H, and looking keys up. */
object TpchBenchmark extends Benchmark {
  override val name = "tpch"
  override val about =
    "TPC-H on cached tables larger than memory: all queries, the paper's four at its shape, and lookups of keys"
  override val source = "Hayase et al., figures 4 and 5"
  override val suite: Option[QuerySuite] = Some(Tpch)

  private val geomean = "geomean"
  private val paper = "paper"
  private val lookup = "lookup"
  private val index = "index"
  private val plans = "plans"
  override val parts: Seq[String] = Seq(paper, lookup, index, plans, geomean)
  override val variants: Seq[String] = AllQueries.choices

  override def campaign(options: BenchOptions): Campaign = {
    val scale = TpchScale.of(options.scale)
    val experiments =
      (if (options.has(paper)) PaperShape.experiments(options, scale) else Nil) ++
        (if (options.has(lookup)) Seq(LookupExperiment(options, scale)) else Nil) ++
        (if (options.has(index)) Seq(IndexHeap(options, scale)) else Nil) ++
        (if (options.has(plans)) Seq(CachedQueries.plans(Tpch, TpchJob, options, scale.scaleFactor, scale.fullHeap))
         else Nil) ++
        (if (options.has(geomean)) Seq(AllQueries(options, scale)) else Nil)
    val scaleFactors =
      Seq(paper -> scale.paperScaleFactor, plans -> scale.scaleFactor, geomean -> scale.scaleFactor).collect {
        case (part, factor) if options.has(part) => factor
      }.distinct
    Campaign(
      name = name,
      scale = options.scale.name,
      experiments = experiments,
      context = () =>
        RunContext.here(storageBytes(scale), CachedQueries.sparkConf ++ Sides.pluginConf, options.seed, options.args),
      out = options.out,
      columns = options.columns,
      prepare = scaleFactors.flatMap(data(options, _)),
      notes = Seq(CachedQueries.warmUp),
      recordings = options.recordings
    )
  }

  /** What makes the tables of a scale factor, if they are not there. */
  def data(options: BenchOptions, scaleFactor: Double): Option[Variant] =
    CachedQueries.data(Tpch, TpchDataJob, options, scaleFactor, Tpch.tables)

  /** Storage memory of a child under pressure. */
  def storageBytes(scale: TpchScale): Long = HeapSizes.storageBytesOf(scale.heap, scale.memoryFraction)
}
