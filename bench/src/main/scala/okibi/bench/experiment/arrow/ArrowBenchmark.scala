package okibi.bench.experiment.arrow

import java.nio.file.Path

import okibi.bench.benchmark.{
  BenchOptions,
  Benchmark,
  BenchmarkPlan,
  CachedQueries,
  HeapSizes,
  QueryTimes,
  StandardVariants
}
import okibi.bench.machine.memory.MemoryLimit
import okibi.bench.query.tpcds.{Tpcds, TpcdsDataJob, TpcdsJob}
import okibi.bench.query.{QueriesJob, QuerySuite, SuiteQuery}
import okibi.bench.runner.{
  Checkout,
  Experiment,
  ExperimentReport,
  Headline,
  Launcher,
  PluginJars,
  ResultRow,
  ResultTable,
  RunScope,
  Stats,
  Variant
}

/** Native operators of Apache DataFusion Comet on Okibi's cached tables, in the memory of a small container, and
  * programs in Python that read a cached table.
  */
object ArrowBenchmark extends Benchmark {
  override val name = "arrow"
  override val about =
    "TPC-DS on cached tables in one limit of memory, page cache included: stock, Okibi, Comet with its own cache, and " +
      "Comet's native operators on Okibi's tables; a cached table read by programs in Python"
  override val source = "the queries of Spark's own tests"
  override val suite: Option[QuerySuite] = Some(Tpcds)

  // It needs a control group, and a jar of a hundred megabytes.
  override val isPartOfAll = false

  private val comet = "comet"
  private val both = "okibi and comet"
  private val plugin = "org.apache.spark.CometPlugin"

  override val parts: Seq[String] = Seq(comet, PythonReads.name)

  override def plan(options: BenchOptions): BenchmarkPlan = {
    val scale = ArrowScale.of(options.scale)
    val chosen = options.selection.queries
    val queries =
      if (chosen.nonEmpty) Tpcds.chosen(chosen)
      else Tpcds.queries.zipWithIndex.collect { case (query, at) if at % scale.every == 0 => query }
    val runsQueries = options.includes(comet)
    BenchmarkPlan(
      experiments =
        (if (runsQueries) Seq(experiment(options, scale, queries, Launcher.comet(Checkout.root))) else Nil) ++
          (if (options.includes(PythonReads.name)) Seq(PythonReads.experiment(options, scale.python)) else Nil),
      storageBytes = HeapSizes.storageBytesOf(scale.heap),
      conf = CachedQueries.sparkConf,
      setUp = limited(scale),
      prepare =
        if (runsQueries)
          CachedQueries.data(Tpcds, TpcdsDataJob, options, scale.scaleFactor, queries.flatMap(_.tables).distinct).toSeq
        else Nil,
      notes = Seq(CachedQueries.warmUp)
    )
  }

  private def experiment(
      options: BenchOptions,
      scale: ArrowScale,
      queries: Seq[SuiteQuery],
      jar: Path
  ): Experiment = {
    val work = CachedQueries.work(Tpcds, queries, options, scale.scaleFactor, scale.passes)
    val conf = CachedQueries.sparkConf :+ (QueriesJob.levelKey -> "MEMORY_AND_DISK")
    def native(name: String, settings: (String, String)*): Variant = Variant(
      name,
      TpcdsJob.mainClass,
      work,
      scale.split.heap,
      conf ++ Seq(
        "spark.memory.offHeap.enabled" -> "true",
        "spark.memory.offHeap.size" -> scale.split.offHeap,
        "spark.shuffle.manager" -> "org.apache.spark.sql.comet.execution.shuffle.CometShuffleManager"
      ) ++ settings,
      jars = Seq(jar)
    )
    Experiment(
      name = comet,
      about = s"${queries.size} queries of TPC-DS, scale factor ${scale.scaleFactor}, ${scale.passes} runs each, all " +
        s"tables cached first with MEMORY_AND_DISK, ${scale.limitMb} MB for all of a JVM and the page cache: heap " +
        s"${scale.heap}, or ${scale.split.heap} and ${scale.split.offHeap} outside the heap",
      variants = StandardVariants.timed(TpcdsJob.mainClass, work, scale.heap, conf = conf) ++ Seq(
        native(comet, "spark.plugins" -> plugin, "spark.comet.exec.inMemoryCache.enabled" -> "true"),
        native(both, "spark.plugins" -> s"${PluginJars.plugin},$plugin")
      ),
      runs = options.runs.getOrElse(1),
      report = ExperimentReport(
        columns = CachedQueries.columns,
        headlines = headlines,
        details = rows => Seq(perQuery(rows)),
        charts = CachedQueries.charts,
        says = says
      )
    )
  }

  /** Each variant that runs queries in a control group of its own. */
  private def limited(scale: ArrowScale)(scope: RunScope, experiments: Seq[Experiment]): Seq[Experiment] =
    experiments.map {
      case experiment if experiment.name == comet =>
        experiment.copy(variants = experiment.variants.map { variant =>
          val group = variant.name.replace(' ', '-')
          variant.copy(commandPrefix = MemoryLimit.group(scope, group, scale.limitMb << 20))
        })
      case other => other
    }

  private def times(rows: Seq[ResultRow], variant: String): Option[QueryTimes] =
    CachedQueries.completed(rows, variant).map(QueryTimes.of)

  private def headlines(rows: Seq[ResultRow]): Seq[Headline] = {
    val shares = CachedQueries.ratios(rows, both).values.toSeq
    val ofComet = CachedQueries.ratios(rows, both, comet).values.toSeq
    (if (shares.isEmpty) Nil
     else
       Seq(
         Headline("arrow.comet.geomean", Stats.geometricMean(shares), "x"),
         Headline("arrow.comet.sum", sum(rows, both) / sum(rows, StandardVariants.stock), "x"),
         Headline("arrow.comet.worst", shares.max, "x")
       )) ++
      (if (ofComet.isEmpty) Nil else Seq(Headline("arrow.comet.vs_comet", Stats.geometricMean(ofComet), "x")))
  }

  private def sum(rows: Seq[ResultRow], variant: String): Double =
    times(rows, variant).map(_.seconds.values.sum).getOrElse(Double.NaN)

  private def perQuery(rows: Seq[ResultRow]): String = {
    val ran = rows.filter(_.failure.isEmpty)
    val all = ran.map(QueryTimes.of)
    val others = ran.filter(_.variant.name != StandardVariants.stock)
    val shares = others.map(row => CachedQueries.ratios(rows, row.variant.name))
    ResultTable(
      ("median s" +: ran.map(_.variant.name)) ++ others.map(row => s"${row.variant.name} / stock"),
      all
        .flatMap(_.seconds.keys)
        .distinct
        .sorted
        .map(query =>
          (query +: all.map(_.seconds.get(query).fold("-")(s => f"$s%.3f"))) ++
            shares.map(_.get(query).fold("-")(share => f"$share%.2f"))
        )
    )
  }

  private def says(rows: Seq[ResultRow]): Option[String] = for {
    together <- times(rows, both)
    stock <- times(rows, StandardVariants.stock)
  } yield f"Comet on Okibi's tables takes ${together.seconds.values.sum}%.1f s and stock " +
    f"${stock.seconds.values.sum}%.1f s."
}
