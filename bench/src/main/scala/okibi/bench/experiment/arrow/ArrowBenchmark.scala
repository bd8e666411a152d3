package okibi.bench.experiment.arrow

import okibi.bench.benchmark.{BenchOptions, Benchmark, BenchmarkPlan, CachedQueries, HeapSizes}
import okibi.bench.machine.memory.MemoryLimit
import okibi.bench.query.QuerySuite
import okibi.bench.query.columns.{ColumnReads, ColumnReadsDataJob}
import okibi.bench.query.tpcds.{Tpcds, TpcdsDataJob}
import okibi.bench.runner.{Checkout, Experiment, Launcher, RunScope, Variant}

/** Okibi's cached tables read as columns: by native operators of Apache DataFusion Comet, in the memory of a small
  * container and without a limit, and by programs in Python.
  */
object ArrowBenchmark extends Benchmark {
  override val name = "arrow"
  override val about =
    "TPC-DS on cached tables in one limit of memory, page cache included: stock, Okibi, Comet with its own cache, and " +
      "Comet's native operators on Okibi's tables; columns of a cached table, read by Spark, Comet and Python"
  override val source = "the queries of Spark's own tests; Comet's issue 5485"
  override val suite: Option[QuerySuite] = Some(Tpcds)

  // It needs a control group, and a jar of a hundred megabytes.
  override val isPartOfAll = false

  override val parts: Seq[String] =
    Seq(NativeQueries.limitedPart, NativeQueries.amplePart, CellReads.name, PythonReads.name)

  override def plan(options: BenchOptions): BenchmarkPlan = {
    val scale = ArrowScale.of(options.scale)
    val chosen = options.selection.queries
    val queries =
      if (chosen.nonEmpty) Tpcds.chosen(chosen)
      else Tpcds.queries.zipWithIndex.collect { case (query, at) if at % scale.every == 0 => query }
    lazy val comet = Launcher.comet(Checkout.root)
    def tpcds: Option[Variant] =
      CachedQueries.data(Tpcds, TpcdsDataJob, options, scale.scaleFactor, queries.flatMap(_.tables).distinct)
    def cells: Option[Variant] =
      CachedQueries.data(ColumnReads, ColumnReadsDataJob, options, scale.cells.scaleFactor, ColumnReads.tables)
    val wanted = Seq[(String, () => Option[Variant], () => Experiment)](
      (NativeQueries.limitedPart, () => tpcds, () => NativeQueries.limited(options, scale, queries, comet)),
      (NativeQueries.amplePart, () => tpcds, () => NativeQueries.ample(options, scale, queries, comet)),
      (CellReads.name, () => cells, () => CellReads.experiment(options, scale.cells, comet)),
      (PythonReads.name, () => None, () => PythonReads.experiment(options, scale.python))
    ).filter { case (part, _, _) => options.includes(part) }
    BenchmarkPlan(
      experiments = wanted.map { case (_, _, experiment) => experiment() },
      storageBytes = HeapSizes.storageBytesOf(scale.heap),
      conf = CachedQueries.sparkConf,
      setUp = limited(scale),
      prepare = wanted.flatMap { case (_, data, _) => data() }.distinct,
      notes = Seq(CachedQueries.warmUp)
    )
  }

  /** Each variant of the limited queries in a control group of its own. */
  private def limited(scale: ArrowScale)(scope: RunScope, experiments: Seq[Experiment]): Seq[Experiment] =
    experiments.map {
      case experiment if experiment.name == NativeQueries.limitedPart =>
        experiment.map { variant =>
          val group = variant.name.replace(' ', '-')
          variant.copy(commandPrefix = MemoryLimit.group(scope, group, scale.limitMb << 20))
        }
      case other => other
    }
}
