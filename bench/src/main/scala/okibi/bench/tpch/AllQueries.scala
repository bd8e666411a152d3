package okibi.bench.tpch

import okibi.bench.catalog.BenchOptions
import okibi.bench.demo.{CacheColumns, Sides}
import okibi.bench.job.{QuerySample, TpchJob}
import okibi.bench.runner.{Column, Experiment, Headline, Row, Stats, Table, Variant}
import okibi.report.{Bars, Chart, Series}

/** All queries on tables cached with MEMORY_AND_DISK in a heap far too small for them: stock and Okibi, and beside them, when asked
  * for, stock in a heap that holds everything and the files read without any cache.
  */
object AllQueries {
  private val fullMemory = "stock, all in memory"
  private val zstd = "parquet zstd"
  private val plain = "parquet uncompressed"

  /** What stock and Okibi are compared with where that is wanted. */
  private val inMemory = "full-memory"
  private val files = "parquet"
  val choices: Seq[String] = Seq(inMemory, files)

  def apply(options: BenchOptions, scale: TpchScale): Experiment = {
    val queries = TpchQuery.all.filter(query => options.queries.isEmpty || options.queries.exists(TpchQuery.number(_) == query))
    val work = ujson.Obj(
      "queries" -> ujson.Arr.from(queries.map(query => ujson.Str(query.name))),
      "passes" -> scale.passes,
      "scaleFactor" -> scale.scaleFactor,
      "data" -> TpchData.folder(options.data, scale.scaleFactor).toString,
      "slices" -> 0)
    def variant(name: String, heap: String, conf: (String, String)*): Variant =
      Variant(name, TpchJob.mainClass, work, heap, TpchBenchmark.sparkConf ++ conf)
    val cached = TpchJob.levelKey -> "MEMORY_AND_DISK"
    val fewer = TpchJob.passesKey -> scale.otherPasses.toString
    val beside = Seq(
      inMemory -> variant(fullMemory, scale.fullHeap, cached, fewer),
      files -> variant(zstd, scale.heap, TpchJob.codecKey -> TpchData.zstd, fewer),
      files -> variant(plain, scale.heap, TpchJob.codecKey -> TpchData.uncompressed, fewer)).collect { case (choice, chosen) if options.variants(choice) => chosen }
    Experiment(
      name = "geomean",
      about = s"${queries.size} queries of TPC-H, scale factor ${scale.scaleFactor}, ${scale.passes} runs each, all tables cached first " +
        s"with MEMORY_AND_DISK, heap ${scale.heap}, of it ${scale.memoryFraction} for Spark's memory (${TpchBenchmark.storageBytes(scale) >> 20} MB)" +
        (if (beside.isEmpty) "" else s"; '$fullMemory': heap ${scale.fullHeap}; parquet: no cache, the files read each time; these run " +
          s"${scale.otherPasses} times and are compared with as many runs of Okibi"),
      variants = Seq(
        variant(Sides.stock, scale.heap, scale.pressure, cached),
        variant(Sides.okibi, scale.heap, Sides.pluginConf ++ Seq(scale.pressure, cached): _*)) ++ beside,
      runs = options.runs.getOrElse(1),
      columns = columns,
      headlines = headlines(_, scale.otherPasses),
      turns = variant => 1 + variant.conf.collectFirst { case (TpchJob.passesKey, passes) => passes.toInt }.getOrElse(scale.passes),
      details = rows => Seq(perQuery(rows)),
      charts = charts(_),
      says = says(_))
  }

  private def charts(rows: Seq[Row]): Seq[Chart] = {
    val ran = rows.filter(_.failed.isEmpty).map(row => row.variant.name -> QueryTimes.of(row).seconds)
    val queries = ran.flatMap(_._2.keys).distinct.sorted
    Seq(Bars("Median of each query", "s", queries, ran.map { case (variant, seconds) => Series(variant, queries.map(seconds.get)) }))
  }

  private def says(rows: Seq[Row]): Option[String] = for {
    own <- rows.find(row => row.variant.name == Sides.okibi && row.failed.isEmpty).map(QueryTimes.of)
    stock <- rows.find(row => row.variant.name == Sides.stock && row.failed.isEmpty).map(QueryTimes.of)
    ratios = own.ratiosTo(stock)
    if ratios.nonEmpty
    (best, least) = ratios.minBy(_._2)
    (worst, most) = ratios.maxBy(_._2)
  } yield f"Okibi takes ${own.seconds.values.sum}%.1f s for what takes stock ${stock.seconds.values.sum}%.1f s; it gains most in $best ($least%.2f) " +
    f"and least in $worst ($most%.2f)."

  private val columns: Seq[Column] = Seq(
    Column("fill s", (row, _) => number(row, "fillSeconds")(s => f"$s%.1f")),
    Column("queries s", (row, _) => if (row.failed.isEmpty) f"${QueryTimes.of(row).seconds.values.sum}%.1f" else "-"),
    Column("cached MB", (row, _) => number(row, "cachedMemoryBytes")(memory => f"${(memory + row.metrics("cachedDiskBytes")) / 1e6}%.0f")),
    Column("storage MB", (row, _) => number(row, "storageMemoryBytes")(bytes => f"${bytes / 1e6}%.0f")),
    CacheColumns.gc,
    Column("processor s", (row, _) => number(row, "cpuSeconds")(s => f"$s%.0f")))

  private def number(row: Row, metric: String)(show: Double => String): String = row.metrics.get(metric).map(show).getOrElse("-")

  private def headlines(rows: Seq[Row], otherPasses: Int): Seq[Headline] = {
    def good(variant: String): Option[Row] = rows.find(row => row.variant.name == variant && row.failed.isEmpty)
    def ratios(own: Option[QueryTimes], other: Option[QueryTimes]): Seq[Double] =
      (for (a <- own; b <- other) yield a.ratiosTo(b).values.toSeq).getOrElse(Nil)
    def geomean(name: String, ratios: Seq[Double]): Option[Headline] =
      if (ratios.isEmpty) None else Some(Headline(name, Stats.geometricMean(ratios), "x"))
    val okibi = good(Sides.okibi).map(QueryTimes.of)
    val stock = good(Sides.stock).map(QueryTimes.of)
    val toStock = ratios(okibi, stock)
    val firstRuns = good(Sides.okibi).map(QueryTimes.of(_, otherPasses))
    val full = good(fullMemory).map(QueryTimes.of)
    val parquet = Seq(zstd, plain).flatMap(good).map(QueryTimes.of).reduceOption(_ betterOf _)
    val fill = for {
      own <- good(Sides.okibi).flatMap(_.metrics.get("fillSeconds"))
      stocks <- good(Sides.stock).flatMap(_.metrics.get("fillSeconds"))
    } yield Headline("fill.ratio", own / stocks, "x")
    val single = for {
      name <- Seq("q02", "q17")
      own <- okibi
      stocks <- stock
      ratio <- own.ratiosTo(stocks).get(name)
    } yield Headline(s"tpch.q${name.drop(1).toInt}.sf.ratio", ratio, "x")
    Seq(
      geomean("tpch.geomean", toStock),
      geomean("tpch.vs_full_memory", ratios(firstRuns, full)),
      geomean("tpch.vs_parquet", ratios(firstRuns, parquet)),
      if (toStock.isEmpty) None else Some(Headline("tpch.worst", toStock.max, "x")),
      fill).flatten ++ single
  }

  /** Median seconds of each query under each variant, what Okibi's is of stock's, and what its last run did not read. */
  private def perQuery(rows: Seq[Row]): String = {
    val ran = rows.filter(_.failed.isEmpty)
    val times = ran.map(QueryTimes.of)
    val okibi = ran.find(_.variant.name == Sides.okibi)
    val ratios = for (own <- okibi; stock <- ran.find(_.variant.name == Sides.stock)) yield QueryTimes.of(own).ratiosTo(QueryTimes.of(stock))
    def skipped(query: String, skipped: String, all: Seq[String]): String = (for {
      metrics <- okibi.map(_.metrics)
      part <- metrics.get(s"$query.$skipped")
    } yield f"$part%.0f of ${all.map(name => metrics(s"$query.$name")).sum}%.0f").getOrElse("-")
    Table("median s" +: ran.map(_.variant.name) :+ "ratio" :+ "partitions skipped" :+ "batches skipped",
      times.flatMap(_.seconds.keys).distinct.sorted.map { query =>
        (query +: times.map(_.seconds.get(query).map(s => f"$s%.3f").getOrElse("-"))) :+
          ratios.flatMap(_.get(query)).map(r => f"$r%.2f").getOrElse("-") :+
          skipped(query, QuerySample.partitionsSkipped, Seq(QuerySample.partitions)) :+
          skipped(query, QuerySample.batchesSkipped, Seq(QuerySample.batchesSkipped, QuerySample.batchesRead))
      })
  }
}
