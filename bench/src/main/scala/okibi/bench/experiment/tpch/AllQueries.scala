package okibi.bench.experiment.tpch

import okibi.bench.benchmark.{BenchOptions, CachedQueries, QueryTimes, StandardVariants}
import okibi.bench.query.tpch.{Tpch, TpchJob}
import okibi.bench.query.{QueriesJob, TableFiles}
import okibi.bench.runner.{Experiment, ExperimentReport, Headline, JvmUse, ResultRow, Stats, Variant}
import okibi.bench.workload.SparkJob

/** All queries on tables cached with MEMORY_AND_DISK in a heap far too small for them: stock and Okibi. On request,
  * also stock that keeps as much compiled code as Okibi makes Spark keep, stock in a heap that holds everything, and
  * the files read without any cache.
  */
object AllQueries {
  private val fullMemory = "stock, all in memory"
  private val keepingCode = "stock, code kept"
  private val zstd = "parquet zstd"
  private val plain = "parquet uncompressed"

  private val inMemory = "full-memory"
  private val files = "parquet"
  private val codeKept = "code-kept"

  /** The variants that run on request only. */
  val choices: Seq[String] = Seq(inMemory, files, codeKept)

  /** Number of stages whose compiled code Spark keeps: more than all queries have. */
  private val stagesKept = "spark.sql.codegen.cache.maxEntries" -> "1000"

  def apply(options: BenchOptions, size: QueriesSize): Experiment = {
    val queries = Tpch.chosen(options.selection.queries)
    val work = CachedQueries.work(Tpch, queries, options, size.scaleFactor, size.passes)
    def variant(name: String, heap: String, conf: (String, String)*): Variant =
      Variant(name, TpchJob.mainClass, work, heap, CachedQueries.sparkConf ++ conf)
    val cached = SparkJob.levelKey -> "MEMORY_AND_DISK"
    val fewerPasses = QueriesJob.passesKey -> size.comparisonPasses.toString
    val onRequest = Seq(
      codeKept -> variant(keepingCode, size.heap, size.pressure, cached, stagesKept),
      inMemory -> variant(fullMemory, size.fullHeap, cached, fewerPasses),
      files -> variant(zstd, size.heap, QueriesJob.codecKey -> TableFiles.zstd, fewerPasses),
      files -> variant(plain, size.heap, QueriesJob.codecKey -> TableFiles.uncompressed, fewerPasses)
    ).collect { case (choice, chosen) if options.selection.variants(choice) => chosen }
    val aboutRequested =
      if (onRequest.isEmpty) ""
      else
        s"; '$keepingCode': with ${stagesKept.productIterator.mkString("=")}; '$fullMemory': heap ${size.fullHeap}; " +
          "parquet: no cache, the files read each time; in full memory and from parquet a query runs " +
          s"${size.comparisonPasses} times, and is compared with as many runs of Okibi"
    Experiment(
      name = "geomean",
      about =
        s"${queries.size} queries of TPC-H, scale factor ${size.scaleFactor}, ${size.passes} runs each, all tables " +
          "cached " +
          s"first with MEMORY_AND_DISK, heap ${size.heap}, ${size.memoryFraction} of it for Spark's memory " +
          s"(${size.storageBytes >> 20} MB)$aboutRequested",
      variants = Seq(
        variant(StandardVariants.stock, size.heap, size.pressure, cached),
        variant(StandardVariants.okibi, size.heap, StandardVariants.pluginConf ++ Seq(size.pressure, cached): _*)
      ) ++ onRequest,
      runs = options.runs.getOrElse(1),
      jvmUse = JvmUse.InTurns { variant =>
        val passes = variant.conf.collectFirst { case (QueriesJob.passesKey, passes) => passes.toInt }
        1 + passes.getOrElse(size.passes)
      },
      report = ExperimentReport(
        columns = CachedQueries.columns,
        headlines = headlines(_, size.comparisonPasses),
        details = rows => Seq(CachedQueries.perQuery(rows)),
        charts = CachedQueries.charts,
        says = CachedQueries.says
      )
    )
  }

  private def headlines(rows: Seq[ResultRow], comparisonPasses: Int): Seq[Headline] = {
    def completed(variant: String): Option[ResultRow] = CachedQueries.completed(rows, variant)
    def ratios(times: Option[QueryTimes], base: Option[QueryTimes]): Seq[Double] =
      (for (a <- times; b <- base) yield a.ratiosTo(b).values.toSeq).getOrElse(Nil)
    def geomean(name: String, ratios: Seq[Double]): Option[Headline] =
      if (ratios.isEmpty) None else Some(Headline(name, Stats.geometricMean(ratios), "x"))
    val okibi = completed(StandardVariants.okibi).map(QueryTimes.of)
    val toStock = CachedQueries.ratios(rows)
    val firstPasses = completed(StandardVariants.okibi).map(QueryTimes.of(_, comparisonPasses))
    val full = completed(fullMemory).map(QueryTimes.of)
    val parquet = Seq(zstd, plain).flatMap(completed).map(QueryTimes.of).reduceOption(_ betterOf _)
    val fill = for {
      okibiSeconds <- completed(StandardVariants.okibi).flatMap(_.metrics.get("fillSeconds"))
      stockSeconds <- completed(StandardVariants.stock).flatMap(_.metrics.get("fillSeconds"))
    } yield Headline("fill.ratio", okibiSeconds / stockSeconds, "x")
    val single = Seq("q02", "q17").flatMap(name =>
      toStock.get(name).map(Headline(s"tpch.q${name.drop(1).toInt}.sf.ratio", _, "x"))
    )
    Seq(
      geomean("tpch.geomean", toStock.values.toSeq),
      geomean("tpch.vs_code_kept", ratios(okibi, completed(keepingCode).map(QueryTimes.of))),
      geomean("tpch.vs_full_memory", ratios(firstPasses, full)),
      geomean("tpch.vs_parquet", ratios(firstPasses, parquet)),
      if (toStock.isEmpty) None else Some(Headline("tpch.worst", toStock.values.max, "x")),
      fill
    ).flatten ++ single
  }
}
