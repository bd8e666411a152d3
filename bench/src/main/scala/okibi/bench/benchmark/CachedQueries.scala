package okibi.bench.benchmark

import okibi.bench.data.table.GeneratedTable
import okibi.bench.query.{JoinKinds, QueriesJob, QuerySample, QuerySuite, SuiteQuery, TablesJob}
import okibi.bench.runner.{Column, Experiment, ExperimentReport, Headline, ResultRow, ResultTable, Variant}
import okibi.bench.workload.SparkJob
import okibi.report.{BarChart, Chart, Series}

/** The common parts of comparisons that run a suite's queries on cached tables: the work, and how its rows are
  * reported.
  */
object CachedQueries {

  /** Spark configuration of all variants: few cores need few shuffle partitions, and each file is one partition. */
  val sparkConf: Seq[(String, String)] = Seq(
    "spark.sql.shuffle.partitions" -> "8",
    "spark.sql.files.maxPartitionBytes" -> "64m",
    "spark.sql.files.openCostInBytes" -> "64m",
    "spark.sql.datetime.java8API.enabled" -> "true"
  )

  /** A note for readers of the figures. */
  val warmUp =
    "no run of a query is left out as a warm-up: its figure is the median of all its runs in one JVM, the first " +
      "included, " +
      "for every variant alike"

  /** The arguments of a [[okibi.bench.query.QueriesJob]].
    *
    * @param slices partitions of each cached table by its first key; 0 for one partition a file
    */
  def work(
      suite: QuerySuite,
      queries: Seq[SuiteQuery],
      options: BenchOptions,
      scaleFactor: Double,
      passes: Int,
      slices: Int = 0
  ): ujson.Obj = ujson.Obj(
    "queries" -> ujson.Arr.from(queries.map(query => ujson.Str(query.name))),
    "passes" -> passes,
    "scaleFactor" -> scaleFactor,
    "data" -> suite.files.folder(options.dataFolder, scaleFactor).toString,
    "slices" -> slices
  )

  /** The variant that makes the tables of a scale factor; none when they exist. */
  def data(
      suite: QuerySuite,
      job: TablesJob,
      options: BenchOptions,
      scaleFactor: Double,
      tables: Seq[GeneratedTable]
  ): Option[Variant] = {
    val folder = suite.files.folder(options.dataFolder, scaleFactor)
    if (suite.files.exist(folder, tables)) None
    else
      Some(
        Variant(
          f"${suite.title} data, scale factor $scaleFactor%.4f",
          job.mainClass,
          ujson.Obj(
            "data" -> folder.toString,
            "scaleFactor" -> scaleFactor,
            "tables" -> ujson.Arr.from(tables.map(table => ujson.Str(table.name)))
          ),
          heap = "2g",
          conf = sparkConf
        )
      )
  }

  /** A variant's row, if it did not fail. */
  def completed(rows: Seq[ResultRow], variant: String): Option[ResultRow] =
    rows.find(row => row.variant.name == variant && row.failure.isEmpty)

  /** A variant's time of each query as a share of another variant's; nothing when one of the two failed. */
  def ratios(
      rows: Seq[ResultRow],
      variant: String = StandardVariants.okibi,
      base: String = StandardVariants.stock
  ): Map[String, Double] = (for {
    some <- completed(rows, variant)
    other <- completed(rows, base)
  } yield QueryTimes.of(some).ratiosTo(QueryTimes.of(other))).getOrElse(Map.empty)

  /** Median seconds of each query in each variant.
    *
    * @param more titles of further columns, and their texts for a query
    */
  def seconds(rows: Seq[ResultRow], more: Seq[(String, String => String)] = Nil): String = {
    val ran = rows.filter(_.failure.isEmpty)
    val times = ran.map(QueryTimes.of)
    ResultTable(
      ("median s" +: ran.map(_.variant.name)) ++ more.map(_._1),
      times
        .flatMap(_.seconds.keys)
        .distinct
        .sorted
        .map(query =>
          (query +: times.map(_.seconds.get(query).fold("-")(s => f"$s%.3f"))) ++ more.map { case (_, text) =>
            text(query)
          }
        )
    )
  }

  /** A share of each query, as text. */
  def shown(shares: Map[String, Double])(query: String): String = shares.get(query).fold("-")(share => f"$share%.2f")

  def charts(rows: Seq[ResultRow]): Seq[Chart] = {
    val ran = rows.filter(_.failure.isEmpty).map(row => row.variant.name -> QueryTimes.of(row).seconds)
    val queries = ran.flatMap(_._2.keys).distinct.sorted
    Seq(
      BarChart(
        "Median of each query",
        "s",
        queries,
        ran.map { case (variant, seconds) => Series(variant, queries.map(seconds.get)) }
      )
    )
  }

  def says(rows: Seq[ResultRow]): Option[String] = for {
    okibi <- completed(rows, StandardVariants.okibi).map(QueryTimes.of)
    stock <- completed(rows, StandardVariants.stock).map(QueryTimes.of)
    ratios = okibi.ratiosTo(stock)
    if ratios.nonEmpty
    (best, least) = ratios.minBy(_._2)
    (worst, most) = ratios.maxBy(_._2)
  } yield f"Okibi takes ${okibi.seconds.values.sum}%.1f s and stock ${stock.seconds.values.sum}%.1f s; Okibi gains " +
    "most in " +
    f"$best ($least%.2f) and least in $worst ($most%.2f)."

  val columns: Seq[Column] = Seq(
    Column.metric("fill s", "fillSeconds")(s => f"$s%.1f"),
    Column("queries s", (row, _) => if (row.failure.isEmpty) f"${QueryTimes.of(row).seconds.values.sum}%.1f" else "-"),
    Column(
      "cached MB",
      (row, _) =>
        row.metrics
          .get("cachedMemoryBytes")
          .fold("-")(memory => f"${(memory + row.metrics("cachedDiskBytes")) / 1e6}%.0f")
    ),
    Column.metric("storage MB", "storageMemoryBytes")(bytes => f"${bytes / 1e6}%.0f"),
    CacheColumns.gc,
    CacheColumns.processor
  )

  /** Median seconds of each query in each variant, Okibi's as a share of stock's, and the partitions and batches that
    * Okibi's last run skipped.
    */
  def perQuery(rows: Seq[ResultRow]): String = {
    val okibi = completed(rows, StandardVariants.okibi)
    def skipped(query: String, skipped: String, all: Seq[String]): String = (for {
      metrics <- okibi.map(_.metrics)
      part <- metrics.get(s"$query.$skipped")
    } yield f"$part%.0f of ${all.map(name => metrics(s"$query.$name")).sum}%.0f").getOrElse("-")
    seconds(
      rows,
      Seq(
        "ratio" -> shown(ratios(rows)),
        "partitions skipped" -> (skipped(_, QuerySample.partitionsSkipped, Seq(QuerySample.partitions))),
        "batches skipped" ->
          (skipped(_, QuerySample.batchesSkipped, Seq(QuerySample.batchesSkipped, QuerySample.batchesRead)))
      )
    )
  }

  /** Compares the joins that Spark plans over Okibi's tables with those over its own. The chosen queries are planned,
    * and not run.
    */
  def plans(
      suite: QuerySuite,
      job: QueriesJob,
      options: BenchOptions,
      scaleFactor: Double,
      heap: String
  ): Experiment = {
    val queries = suite.chosen(options.selection.queries)
    val threshold = "spark.sql.autoBroadcastJoinThreshold" -> math.max(1L, (scaleFactor * (10 << 20)).toLong).toString
    val conf = sparkConf ++ Seq(SparkJob.levelKey -> "MEMORY_AND_DISK", QueriesJob.plannedKey -> "true", threshold)
    Experiment(
      name = "plans",
      about =
        s"the joins that Spark plans for ${queries.size} queries of ${suite.title}, scale factor $scaleFactor, all " +
          "tables cached, " +
          threshold.productIterator.mkString("="),
      variants = StandardVariants
        .timed(job.mainClass, work(suite, queries, options, scaleFactor, passes = 1), heap, conf = conf),
      runs = 1,
      report = ExperimentReport(
        headlines = rows =>
          differentPlans(rows)
            .map(queries => Headline(s"${suite.name}.plans", queries.size.toDouble, "queries", timed = false))
            .toSeq,
        details = rows =>
          differentPlans(rows).filter(_.nonEmpty).toSeq.map { queries =>
            ResultTable(
              Seq("different joins", "stock", "Okibi"),
              queries.map { case (query, (stock, okibi)) => Seq(query, stock, okibi) }
            )
          }
      )
    )
  }

  /** Queries whose kinds of joins differ, with the kinds under stock and under Okibi; none when one of the two failed.
    */
  private def differentPlans(rows: Seq[ResultRow]): Option[Seq[(String, (String, String))]] = for {
    okibi <- completed(rows, StandardVariants.okibi)
    stock <- completed(rows, StandardVariants.stock)
  } yield okibi.variant.args("queries").arr.map(_.str).toSeq.flatMap { query =>
    val (okibiKinds, stockKinds) =
      (JoinKinds.ofMetrics(query, okibi.metrics), JoinKinds.ofMetrics(query, stock.metrics))
    def text(kinds: Map[String, Int]): String =
      if (kinds.isEmpty) "none" else kinds.toSeq.sorted.map { case (kind, count) => s"$count $kind" }.mkString(", ")
    if (okibiKinds == stockKinds) None else Some(query -> (text(stockKinds) -> text(okibiKinds)))
  }
}
