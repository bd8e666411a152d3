package okibi.bench.experiment.tpch

import okibi.bench.benchmark.{BenchOptions, CachedQueries, QueryTimes, Sides}
import okibi.bench.query.{QueriesJob, TableFiles}
import okibi.bench.query.tpch.{Tpch, TpchJob}
import okibi.bench.runner.{Experiment, Headline, Row, Stats, Variant}

/** All queries on tables cached with MEMORY_AND_DISK in a heap far too small for them: stock and Okibi, and beside them, when asked
  * for, stock that keeps as much compiled code as Okibi has it keep, stock in a heap that holds everything, and the files read without any cache.
  */
object AllQueries {
  private val fullMemory = "stock, all in memory"
  private val keepingCode = "stock, code kept"
  private val zstd = "parquet zstd"
  private val plain = "parquet uncompressed"

  /** What stock and Okibi are compared with where that is wanted. */
  private val inMemory = "full-memory"
  private val files = "parquet"
  private val codeKept = "code-kept"
  val choices: Seq[String] = Seq(inMemory, files, codeKept)

  /** Stages whose compiled code Spark keeps; more than all queries have. */
  private val stagesKept = "spark.sql.codegen.cache.maxEntries" -> "1000"

  def apply(options: BenchOptions, scale: TpchScale): Experiment = {
    val queries = Tpch.chosen(options.queries)
    val work = CachedQueries.work(Tpch, queries, options, scale.scaleFactor, scale.passes)
    def variant(name: String, heap: String, conf: (String, String)*): Variant =
      Variant(name, TpchJob.mainClass, work, heap, CachedQueries.sparkConf ++ conf)
    val cached = QueriesJob.levelKey -> "MEMORY_AND_DISK"
    val fewer = QueriesJob.passesKey -> scale.otherPasses.toString
    val beside = Seq(
      codeKept -> variant(keepingCode, scale.heap, scale.pressure, cached, stagesKept),
      inMemory -> variant(fullMemory, scale.fullHeap, cached, fewer),
      files -> variant(zstd, scale.heap, QueriesJob.codecKey -> TableFiles.zstd, fewer),
      files -> variant(plain, scale.heap, QueriesJob.codecKey -> TableFiles.uncompressed, fewer)
    ).collect { case (choice, chosen) if options.variants(choice) => chosen }
    Experiment(
      name = "geomean",
      about = s"${queries.size} queries of TPC-H, scale factor ${scale.scaleFactor}, ${scale.passes} runs each, all tables cached first " +
        s"with MEMORY_AND_DISK, heap ${scale.heap}, of it ${scale.memoryFraction} for Spark's memory (${TpchBenchmark.storageBytes(scale) >> 20} MB)" +
        (if (beside.isEmpty) ""
         else
           s"; '$keepingCode': with ${stagesKept.productIterator.mkString("=")}; '$fullMemory': heap ${scale.fullHeap}; parquet: no cache, " +
             s"the files read each time; in full memory and from parquet a query runs ${scale.otherPasses} times, and is compared with as many runs of Okibi"),
      variants = Seq(
        variant(Sides.stock, scale.heap, scale.pressure, cached),
        variant(Sides.okibi, scale.heap, Sides.pluginConf ++ Seq(scale.pressure, cached): _*)
      ) ++ beside,
      runs = options.runs.getOrElse(1),
      columns = CachedQueries.columns,
      headlines = headlines(_, scale.otherPasses),
      turns = variant =>
        1 + variant.conf.collectFirst { case (QueriesJob.passesKey, passes) => passes.toInt }.getOrElse(scale.passes),
      details = rows => Seq(CachedQueries.perQuery(rows)),
      charts = CachedQueries.charts,
      says = CachedQueries.says
    )
  }

  private def headlines(rows: Seq[Row], otherPasses: Int): Seq[Headline] = {
    def good(variant: String): Option[Row] = CachedQueries.ended(rows, variant)
    def ratios(own: Option[QueryTimes], other: Option[QueryTimes]): Seq[Double] =
      (for (a <- own; b <- other) yield a.ratiosTo(b).values.toSeq).getOrElse(Nil)
    def geomean(name: String, ratios: Seq[Double]): Option[Headline] =
      if (ratios.isEmpty) None else Some(Headline(name, Stats.geometricMean(ratios), "x"))
    val okibi = good(Sides.okibi).map(QueryTimes.of)
    val toStock = CachedQueries.ratios(rows)
    val firstRuns = good(Sides.okibi).map(QueryTimes.of(_, otherPasses))
    val full = good(fullMemory).map(QueryTimes.of)
    val parquet = Seq(zstd, plain).flatMap(good).map(QueryTimes.of).reduceOption(_ betterOf _)
    val fill = for {
      own <- good(Sides.okibi).flatMap(_.metrics.get("fillSeconds"))
      stocks <- good(Sides.stock).flatMap(_.metrics.get("fillSeconds"))
    } yield Headline("fill.ratio", own / stocks, "x")
    val single = Seq("q02", "q17").flatMap(name =>
      toStock.get(name).map(Headline(s"tpch.q${name.drop(1).toInt}.sf.ratio", _, "x"))
    )
    Seq(
      geomean("tpch.geomean", toStock.values.toSeq),
      geomean("tpch.vs_code_kept", ratios(okibi, good(keepingCode).map(QueryTimes.of))),
      geomean("tpch.vs_full_memory", ratios(firstRuns, full)),
      geomean("tpch.vs_parquet", ratios(firstRuns, parquet)),
      if (toStock.isEmpty) None else Some(Headline("tpch.worst", toStock.values.max, "x")),
      fill
    ).flatten ++ single
  }
}
