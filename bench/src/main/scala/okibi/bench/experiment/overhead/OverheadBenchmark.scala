package okibi.bench.experiment.overhead

import okibi.bench.benchmark.{
  BenchOptions,
  BenchScale,
  Benchmark,
  BenchmarkPlan,
  CacheColumns,
  CachedQueries,
  HeapSizes,
  StandardVariants
}
import okibi.bench.query.QuerySuite
import okibi.bench.query.tpch.{Tpch, TpchDataJob, TpchJob}
import okibi.bench.runner.{Experiment, ExperimentReport, Headline, ResultRow, Stats}
import okibi.bench.workload.{FilterJob, KMeansJob}

/** What Okibi costs where it cannot help: the start of an application, and jobs whose data fit into memory. */
object OverheadBenchmark extends Benchmark {
  override val name = "overhead"
  override val about = "the start of an application, and jobs whose cached data fit into memory: stock and Okibi"
  override val source = "none: never slower than stock"
  override val suite: Option[QuerySuite] = Some(Tpch)

  private val startup = "startup"
  private val kmeans = "kmeans"
  private val filter = "filter"
  private val tpch = "tpch"
  override val parts: Seq[String] = Seq(startup, kmeans, filter, tpch)

  /** A join of many tables, an aggregation of most rows, and a selection of few. */
  private val queryNumbers = Set(1, 5, 6)
  private val heap = "2g"
  private val partitions = 16

  /** @param bytes       of each cached RDD in memory
    * @param rounds      scans of them
    * @param scaleFactor of the tables of TPC-H
    * @param passes      runs of each query
    * @param starts      of an application with either variant
    * @param runs        of the other jobs with either variant
    */
  private final case class Size(bytes: Long, rounds: Int, scaleFactor: Double, passes: Int, starts: Int, runs: Int)

  private def sizeOf(scale: BenchScale): Size = scale match {
    case BenchScale.Tiny => Size(10L << 20, rounds = 1, scaleFactor = 0.01, passes = 1, starts = 1, runs = 1)
    case BenchScale.Small => Size(400L << 20, rounds = 16, scaleFactor = 0.2, passes = 4, starts = 20, runs = 5)
    case BenchScale.Paper => Size(400L << 20, rounds = 48, scaleFactor = 0.2, passes = 30, starts = 50, runs = 10)
  }

  override def plan(options: BenchOptions): BenchmarkPlan = {
    val size = sizeOf(options.scale)
    val all = Seq(startup -> start(size, options), kmeans -> vectors(size, options), filter -> words(size, options)) :+
      (tpch -> queries(size, options))
    BenchmarkPlan(
      experiments = all.collect { case (part, experiment) if options.includes(part) => experiment },
      storageBytes = HeapSizes.storageBytesOf(heap),
      prepare =
        if (options.includes(tpch)) CachedQueries.data(Tpch, TpchDataJob, options, size.scaleFactor, Tpch.tables).toSeq
        else Nil
    )
  }

  private def start(size: Size, options: BenchOptions): Experiment = Experiment(
    name = startup,
    about = "an application of one task: seconds from the start of the JVM to the end of the job",
    variants = StandardVariants.timed(StartupJob.mainClass, ujson.Obj(), heap),
    runs = options.runs.getOrElse(size.starts),
    report = ExperimentReport(headlines = longerStart)
  )

  /** How much longer the start takes with Okibi. */
  private def longerStart(rows: Seq[ResultRow]): Seq[Headline] = (for {
    stock <- CachedQueries.completed(rows, StandardVariants.stock)
    okibi <- CachedQueries.completed(rows, StandardVariants.okibi)
  } yield Headline(
    "startup.ms",
    1000 * (Stats.median(okibi.seconds) - Stats.median(stock.seconds)),
    "ms",
    variants = Seq(StandardVariants.stock, StandardVariants.okibi),
    runFigures = okibi.seconds.zip(stock.seconds).map { case (on, off) => 1000 * (on - off) }
  )).toSeq

  private def vectors(size: Size, options: BenchOptions): Experiment = {
    val count = size.bytes / KMeansJob.vectorBytes
    fitting(
      kmeans,
      s"k-means of $count dense vectors of 20, ${size.rounds} iterations",
      KMeansJob.mainClass,
      KMeansJob.args(count, partitions, size.rounds, options.seed),
      Nil,
      size,
      options
    )
  }

  private def words(size: Size, options: BenchOptions): Experiment = {
    val rounds = size.rounds / 3 + 1
    val work = FilterJob.seeded(size.bytes, partitions, rounds, options.seed)
    fitting(
      filter,
      f"filter test without an index: ${work("bytes").num / 1e6}%.0f MB of seeded text, cached as lines and as words, " +
        s"$rounds rounds of ten filters and a count",
      FilterJob.mainClass,
      work,
      Nil,
      size,
      options
    )
  }

  private def queries(size: Size, options: BenchOptions): Experiment = {
    val chosen = Tpch.chosen(queryNumbers)
    fitting(
      tpch,
      s"queries ${queryNumbers.toSeq.sorted.mkString(", ")} of TPC-H, scale factor ${size.scaleFactor}, ${size.passes} runs each, " +
        "all tables cached",
      TpchJob.mainClass,
      CachedQueries.work(Tpch, chosen, options, size.scaleFactor, size.passes),
      CachedQueries.sparkConf,
      size,
      options
    )
  }

  private def fitting(
      part: String,
      about: String,
      job: String,
      work: ujson.Obj,
      conf: Seq[(String, String)],
      size: Size,
      options: BenchOptions
  ): Experiment = Experiment(
    name = part,
    about = s"$about, heap $heap",
    variants = StandardVariants.timed(job, work, heap, conf = conf),
    runs = options.runs.getOrElse(size.runs),
    report = ExperimentReport(
      columns = Seq(CacheColumns.gc, CacheColumns.processor),
      headlines =
        rows => Headline.ratio(s"nopressure.$part.ratio", rows, StandardVariants.okibi, StandardVariants.stock).toSeq
    )
  )
}
