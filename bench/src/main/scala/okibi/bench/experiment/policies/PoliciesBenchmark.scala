package okibi.bench.experiment.policies

import okibi.bench.benchmark.{
  BenchOptions,
  BenchScale,
  Benchmark,
  BenchmarkPlan,
  CachedQueries,
  HeapSizes,
  StandardVariants
}
import okibi.bench.machine.device.MemoryFolder
import okibi.bench.query.tpch.{Tpch, TpchDataJob}
import okibi.bench.runner.{
  Column,
  Experiment,
  ExperimentReport,
  Headline,
  JvmUse,
  Noise,
  ResultRow,
  ResultTable,
  RunScope,
  Stats,
  Variant
}
import okibi.core.advice.SparkMemory
import okibi.core.policy.Policies
import okibi.report.{BarChart, Chart, Series}

/** The jobs of the papers about cache policies with every policy of Okibi: seconds, hits, bytes moved. */
object PoliciesBenchmark extends Benchmark {
  override val name = "policies"
  override val about =
    "k-means, graphs, regression, matrices and TPC-H in a row, larger than memory, with every cache policy"
  override val source = "the papers of LRC, LERC, MRD and LCS"

  /** @param memoryFraction `spark.memory.fraction`: less data suffice to fill less storage memory
    * @param unit           see [[okibi.bench.workload.Workloads]]
    */
  private final case class Size(
      heap: String,
      memoryFraction: Double,
      unit: Double,
      partitions: Int,
      runs: Int,
      scaleFactor: Double
  ) {
    def storageBytes: Long = HeapSizes.storageBytesOf(heap, memoryFraction)

    /** More than a run has on disk at any time. */
    def diskBytes: Long = 40 * storageBytes
  }

  private def sizeOf(scale: BenchScale): Size = scale match {
    case BenchScale.Tiny =>
      Size(
        heap = "512m",
        memoryFraction = SparkMemory.defaultFraction,
        unit = 0.05,
        partitions = 4,
        runs = 1,
        scaleFactor = 0.01
      )
    case BenchScale.Small =>
      Size(heap = "2g", memoryFraction = 0.025, unit = 0.6, partitions = 8, runs = 3, scaleFactor = 0.06)
    case BenchScale.Paper =>
      Size(
        heap = "2g",
        memoryFraction = SparkMemory.defaultFraction,
        unit = 30,
        partitions = 64,
        runs = 5,
        scaleFactor = 1
      )
  }

  override def plan(options: BenchOptions): BenchmarkPlan = {
    val size = sizeOf(options.scale)
    BenchmarkPlan(
      experiments = Seq(experiment(options, size)),
      storageBytes = size.storageBytes,
      setUp = inMemoryFolder(_, _, size.diskBytes),
      notes = Seq(MemoryFolder.line(size.diskBytes)),
      prepare = CachedQueries.data(Tpch, TpchDataJob, options, size.scaleFactor, Tpch.tables).toSeq
    )
  }

  private def experiment(options: BenchOptions, size: Size): Experiment = {
    val work = ujson.Obj(
      "partitions" -> size.partitions,
      "unit" -> size.unit,
      "seed" -> options.seed.toDouble,
      "data" -> Tpch.files.folder(options.dataFolder, size.scaleFactor).toString,
      "scaleFactor" -> size.scaleFactor
    )
    Experiment(
      name = name,
      about = s"${PoliciesJob.names.size} jobs one after the other, each with an empty cache, MEMORY_AND_DISK, heap " +
        s"${size.heap} " +
        s"with spark.memory.fraction ${size.memoryFraction}; policies take turns in one JVM, and each run starts " +
        "Spark " +
        "anew; cached tables in Spark's own format",
      variants = Policies.all.map { policy =>
        Variant(
          policy.name,
          PoliciesJob.mainClass,
          work,
          size.heap,
          StandardVariants.pluginConf ++ CachedQueries.sparkConf ++ Seq(
            "spark.memory.fraction" -> size.memoryFraction.toString,
            "spark.okibi.cache.policy" -> policy.name,
            "spark.okibi.tables.enabled" -> "false"
          )
        )
      },
      runs = options.runs.getOrElse(size.runs),
      jvmUse = JvmUse.Warm(warmUps = if (options.scale == BenchScale.Tiny) 1 else 6, shared = true),
      report = ExperimentReport(
        columns = Seq(
          Column("memory hits", (row, _) => total(row, PoliciesJob.memoryHits).map(n => f"$n%.0f").getOrElse("-")),
          Column("disk hits", (row, _) => total(row, PoliciesJob.diskHits).map(n => f"$n%.0f").getOrElse("-")),
          Column("moved MB", (row, _) => total(row, PoliciesJob.movedBytes).map(n => f"${n / 1e6}%.0f").getOrElse("-"))
        ),
        headlines = rows =>
          worst(rows)
            .map(job => Headline("policies.value.worst", job.ratio, "x", runFigures = job.runRatios))
            .toSeq,
        details = rows => Seq(perJob(rows)),
        charts = charts,
        says = says
      )
    )
  }

  /** Gives Spark a folder in memory for evicted blocks and shuffles. On ext4, a seventh of the processors' time went
    * into finding an inode that had not just been freed.
    */
  private def inMemoryFolder(scope: RunScope, experiments: Seq[Experiment], bytes: Long): Seq[Experiment] = {
    val folder = MemoryFolder.open(scope, bytes)
    experiments.map(_.withConf("spark.local.dir" -> folder.toString))
  }

  private def total(row: ResultRow, metric: String): Option[Double] = {
    val all = PoliciesJob.names.flatMap(job => row.metrics.get(s"$job.$metric"))
    if (all.isEmpty) None else Some(all.sum)
  }

  /** Seconds of a job in each run; empty when the variant failed. */
  private def secondsOfRuns(row: ResultRow, job: String): Seq[Double] =
    if (row.failure.isDefined) Nil else row.metricRuns.getOrElse(PoliciesJob.secondsOf(job), Nil)

  /** Median seconds of a job. */
  private def seconds(row: ResultRow, job: String): Option[Double] =
    Some(secondsOfRuns(row, job)).filter(_.nonEmpty).map(Stats.median)

  /** A job's seconds under the default policy as a share of those under the best other policy, for each run. */
  private final case class JobComparison(job: String, runRatios: Seq[Double]) {
    val ratio: Double = Stats.median(runRatios)
    def isSteady: Boolean = Noise.deviating(runRatios).isEmpty
    def text: String = if (!isSteady) f"noise ($ratio%.2f)" else f"$ratio%.2f"
  }

  private def comparisons(rows: Seq[ResultRow]): Seq[JobComparison] = for {
    job <- PoliciesJob.names
    default <- rows.find(_.variant.name == Policies.default.name).map(secondsOfRuns(_, job)).toSeq
    others = rows.filter(_.variant.name != Policies.default.name).map(secondsOfRuns(_, job))
    ratios = againstBest(default, others)
    if ratios.nonEmpty
  } yield JobComparison(job, ratios)

  /** For each run, the seconds as a share of those of the best other variant. The best variant is the one that was best
    * in the other runs: the best of ten in the same run would be the luckiest of ten. Empty when no other variant
    * completed its runs.
    */
  private[policies] def againstBest(seconds: Seq[Double], others: Seq[Seq[Double]]): Seq[Double] = {
    val complete = others.filter(_.length == seconds.length)
    if (seconds.isEmpty || complete.isEmpty) Nil
    else if (seconds.length == 1) Seq(seconds.head / complete.map(_.head).min)
    else
      seconds.indices.map { run =>
        val best = complete.minBy(runs => Stats.median(runs.patch(run, Nil, 1)))
        seconds(run) / best(run)
      }
  }

  /** The worst job among those whose runs are steady, if there are any: a noisy job would always be the worst. */
  private def worst(rows: Seq[ResultRow]): Option[JobComparison] = {
    val (steady, noisy) = comparisons(rows).partition(_.isSteady)
    (if (steady.nonEmpty) steady else noisy).sortBy(-_.ratio).headOption
  }

  private def perJob(rows: Seq[ResultRow]): String = {
    val compared = comparisons(rows)
    ResultTable(
      "median s (spread)" +: rows.map(_.variant.name) :+ "value / best other",
      PoliciesJob.names.map { job =>
        (job +: rows.map(row => ResultTable.medianAndSpread(secondsOfRuns(row, job)))) :+
          compared.find(_.job == job).fold("-")(_.text)
      }
    )
  }

  private def charts(rows: Seq[ResultRow]): Seq[Chart] = Seq(
    BarChart(
      "Seconds of each job with each policy",
      "s",
      rows.map(_.variant.name),
      PoliciesJob.names.map(job => Series(job, rows.map(seconds(_, job)))),
      stacked = true
    ),
    BarChart(
      "Bytes moved between memory and disk",
      "MB",
      rows.map(_.variant.name),
      PoliciesJob.names.map(job =>
        Series(job, rows.map(_.metrics.get(s"$job.${PoliciesJob.movedBytes}").map(_ / 1e6)))
      ),
      stacked = true
    )
  )

  private def says(rows: Seq[ResultRow]): Option[String] = for {
    slowest <- worst(rows)
    least <- rows
      .filter(row => total(row, PoliciesJob.movedBytes).isDefined)
      .sortBy(total(_, PoliciesJob.movedBytes))
      .headOption
    bytes <- total(least, PoliciesJob.movedBytes)
    jobs = comparisons(rows)
  } yield s"Compared with the best other policy of each job, ${Policies.default.name} takes at worst " +
    f"${slowest.ratio}%.2f times as long (${slowest.job}), among the ${jobs.count(_.isSteady)} of ${jobs.size} jobs " +
    "whose " +
    f"runs were steady; ${least.variant.name} moved the fewest bytes, ${bytes / 1e6}%.0f MB."
}
