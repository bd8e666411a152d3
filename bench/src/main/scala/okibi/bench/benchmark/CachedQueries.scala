package okibi.bench.benchmark

import okibi.bench.data.table.GeneratedTable
import okibi.bench.query.{JoinKinds, QueriesJob, QuerySample, QuerySuite, SuiteQuery, TablesJob}
import okibi.bench.runner.{Column, Experiment, Headline, Row, Table, Variant}
import okibi.report.{Bars, Chart, Series}

/** What comparisons of a suite's queries on cached tables have in common: the work, and how its rows are shown. */
object CachedQueries {

  /** The same for all: few cores want few shuffle partitions, and each file is one partition. */
  val sparkConf: Seq[(String, String)] = Seq(
    "spark.sql.shuffle.partitions" -> "8",
    "spark.sql.files.maxPartitionBytes" -> "64m",
    "spark.sql.files.openCostInBytes" -> "64m",
    "spark.sql.datetime.java8API.enabled" -> "true"
  )

  /** For a reader of the figures. */
  val warmUp =
    "no run of a query is left out to warm up: its figure is the median of all its runs in one JVM, the first included, for every variant alike"

  /** The arguments of a [[okibi.bench.query.QueriesJob]].
    *
    * @param slices partitions of each cached table by its first key; 0 for one a file
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
    "data" -> suite.files.folder(options.data, scaleFactor).toString,
    "slices" -> slices
  )

  /** What makes tables of a scale factor, if they are not there; then nothing. */
  def data(
      suite: QuerySuite,
      job: TablesJob,
      options: BenchOptions,
      scaleFactor: Double,
      tables: Seq[GeneratedTable]
  ): Option[Variant] = {
    val folder = suite.files.folder(options.data, scaleFactor)
    if (suite.files.isThere(folder, tables)) None
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

  /** A variant's row, if it came to its end. */
  def ended(rows: Seq[Row], variant: String): Option[Row] =
    rows.find(row => row.variant.name == variant && row.failed.isEmpty)

  /** Of each query, Okibi's time as a share of stock's. */
  def ratios(rows: Seq[Row]): Map[String, Double] = (for {
    own <- ended(rows, Sides.okibi)
    stock <- ended(rows, Sides.stock)
  } yield QueryTimes.of(own).ratiosTo(QueryTimes.of(stock))).getOrElse(Map.empty)

  def charts(rows: Seq[Row]): Seq[Chart] = {
    val ran = rows.filter(_.failed.isEmpty).map(row => row.variant.name -> QueryTimes.of(row).seconds)
    val queries = ran.flatMap(_._2.keys).distinct.sorted
    Seq(
      Bars(
        "Median of each query",
        "s",
        queries,
        ran.map { case (variant, seconds) => Series(variant, queries.map(seconds.get)) }
      )
    )
  }

  def says(rows: Seq[Row]): Option[String] = for {
    own <- ended(rows, Sides.okibi).map(QueryTimes.of)
    stock <- ended(rows, Sides.stock).map(QueryTimes.of)
    ratios = own.ratiosTo(stock)
    if ratios.nonEmpty
    (best, least) = ratios.minBy(_._2)
    (worst, most) = ratios.maxBy(_._2)
  } yield f"Okibi takes ${own.seconds.values.sum}%.1f s for what takes stock ${stock.seconds.values.sum}%.1f s; it gains most in $best ($least%.2f) " +
    f"and least in $worst ($most%.2f)."

  val columns: Seq[Column] = Seq(
    Column("fill s", (row, _) => number(row, "fillSeconds")(s => f"$s%.1f")),
    Column("queries s", (row, _) => if (row.failed.isEmpty) f"${QueryTimes.of(row).seconds.values.sum}%.1f" else "-"),
    Column(
      "cached MB",
      (row, _) => number(row, "cachedMemoryBytes")(memory => f"${(memory + row.metrics("cachedDiskBytes")) / 1e6}%.0f")
    ),
    Column("storage MB", (row, _) => number(row, "storageMemoryBytes")(bytes => f"${bytes / 1e6}%.0f")),
    CacheColumns.gc,
    Column("processor s", (row, _) => number(row, "cpuSeconds")(s => f"$s%.0f"))
  )

  private def number(row: Row, metric: String)(show: Double => String): String =
    row.metrics.get(metric).map(show).getOrElse("-")

  /** Median seconds of each query under each variant, what Okibi's is of stock's, and what its last run did not read. */
  def perQuery(rows: Seq[Row]): String = {
    val ran = rows.filter(_.failed.isEmpty)
    val times = ran.map(QueryTimes.of)
    val okibi = ended(rows, Sides.okibi)
    val shares = ratios(rows)
    def skipped(query: String, skipped: String, all: Seq[String]): String = (for {
      metrics <- okibi.map(_.metrics)
      part <- metrics.get(s"$query.$skipped")
    } yield f"$part%.0f of ${all.map(name => metrics(s"$query.$name")).sum}%.0f").getOrElse("-")
    Table(
      "median s" +: ran.map(_.variant.name) :+ "ratio" :+ "partitions skipped" :+ "batches skipped",
      times.flatMap(_.seconds.keys).distinct.sorted.map { query =>
        (query +: times.map(_.seconds.get(query).map(s => f"$s%.3f").getOrElse("-"))) :+
          shares.get(query).map(r => f"$r%.2f").getOrElse("-") :+
          skipped(query, QuerySample.partitionsSkipped, Seq(QuerySample.partitions)) :+
          skipped(query, QuerySample.batchesSkipped, Seq(QuerySample.batchesSkipped, QuerySample.batchesRead))
      }
    )
  }

  /** Whether Spark plans the same joins over Okibi's tables as over its own: the chosen queries are planned, and none is run. */
  def plans(
      suite: QuerySuite,
      job: QueriesJob,
      options: BenchOptions,
      scaleFactor: Double,
      heap: String
  ): Experiment = {
    val queries = suite.chosen(options.queries)
    val threshold = "spark.sql.autoBroadcastJoinThreshold" -> math.max(1L, (scaleFactor * (10 << 20)).toLong).toString
    val conf = sparkConf ++ Seq(QueriesJob.levelKey -> "MEMORY_AND_DISK", QueriesJob.plannedKey -> "true", threshold)
    Experiment(
      name = "plans",
      about =
        s"the joins that Spark plans for ${queries.size} queries of ${suite.title}, scale factor $scaleFactor, all tables cached, ${threshold.productIterator.mkString("=")}",
      variants = Sides.timed(job.mainClass, work(suite, queries, options, scaleFactor, passes = 1), heap, conf = conf),
      runs = 1,
      columns = Nil,
      headlines = rows =>
        otherPlans(rows)
          .map(queries => Headline(s"${suite.name}.plans", queries.size.toDouble, "queries", timed = false))
          .toSeq,
      details = rows =>
        otherPlans(rows).filter(_.nonEmpty).toSeq.map { queries =>
          Table(
            Seq("other joins", "stock", "Okibi"),
            queries.map { case (query, (stock, okibi)) => Seq(query, stock, okibi) }
          )
        }
    )
  }

  /** Queries whose joins are of other kinds with Okibi than with stock, with stock's kinds and Okibi's; nothing when one of the two did not end. */
  private def otherPlans(rows: Seq[Row]): Option[Seq[(String, (String, String))]] = for {
    own <- ended(rows, Sides.okibi)
    stock <- ended(rows, Sides.stock)
  } yield own.variant.args("queries").arr.map(_.str).toSeq.flatMap { query =>
    val (ours, theirs) = (JoinKinds.ofMetrics(query, own.metrics), JoinKinds.ofMetrics(query, stock.metrics))
    def shown(kinds: Map[String, Int]): String =
      if (kinds.isEmpty) "none" else kinds.toSeq.sorted.map { case (kind, count) => s"$count $kind" }.mkString(", ")
    if (ours == theirs) None else Some(query -> (shown(theirs) -> shown(ours)))
  }
}
