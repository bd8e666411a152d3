package okibi.bench.experiment.policies

import okibi.bench.benchmark.{BenchOptions, BenchScale, Benchmark, CachedQueries, HeapSizes, Sides}
import okibi.bench.machine.device.MemoryFolder
import okibi.bench.query.tpch.{Tpch, TpchDataJob}
import okibi.bench.runner.{Campaign, Column, Experiment, Headline, Noise, Row, RunContext, RunScope, Stats, Table, Variant}
import okibi.core.policy.Policies
import okibi.report.{Bars, Chart, Series}

/** The jobs of the papers about cache policies under every policy that Okibi has: seconds, hits, bytes moved. */
object PoliciesBenchmark extends Benchmark {
  override val name = "policies"
  override val about =
    "k-means, graphs, regression, matrices and TPC-H in a row, larger than memory, under every cache policy"
  override val source = "the papers of LRC, LERC, MRD and LCS"

  /** @param memoryFraction `spark.memory.fraction`: less storage memory is under pressure with less data
    * @param unit           see [[okibi.bench.workload.Workloads]]
    */
  private final case class Size(
      heap: String,
      memoryFraction: Double,
      unit: Double,
      partitions: Int,
      runs: Int,
      scaleFactor: Double
  )

  private def size(scale: BenchScale): Size = scale match {
    case BenchScale.Tiny => Size("512m", HeapSizes.storageShare, 0.05, 4, 1, 0.01)
    case BenchScale.Small => Size("2g", 0.025, 0.6, 8, 3, 0.06)
    case BenchScale.Paper => Size("2g", HeapSizes.storageShare, 30, 64, 5, 1)
  }

  private def storageBytes(its: Size): Long = HeapSizes.storageBytesOf(its.heap, its.memoryFraction)

  /** More than a run has on disk at any time. */
  private def diskBytes(its: Size): Long = 40 * storageBytes(its)

  override def campaign(options: BenchOptions): Campaign = {
    val its = size(options.scale)
    Campaign(
      name = name,
      scale = options.scale.name,
      experiments = Seq(experiment(options, its)),
      context = () => RunContext.here(storageBytes(its), Sides.pluginConf, options.seed, options.args),
      out = options.out,
      columns = options.columns,
      setUp = settled(_, _, diskBytes(its)),
      notes = Seq(MemoryFolder.line(diskBytes(its))),
      prepare = CachedQueries.data(Tpch, TpchDataJob, options, its.scaleFactor, Tpch.tables).toSeq,
      recordings = options.recordings
    )
  }

  private def experiment(options: BenchOptions, its: Size): Experiment = {
    val work = ujson.Obj(
      "partitions" -> its.partitions,
      "unit" -> its.unit,
      "seed" -> options.seed.toDouble,
      "data" -> Tpch.files.folder(options.data, its.scaleFactor).toString,
      "scaleFactor" -> its.scaleFactor
    )
    Experiment(
      name = name,
      about =
        s"${PoliciesJob.names.size} jobs one after the other, each with an empty cache, MEMORY_AND_DISK, heap ${its.heap} with spark.memory.fraction ${its.memoryFraction}; " +
          "policies take turns in one JVM, each run a Spark of its own; cached tables in Spark's own format",
      variants = Policies.all.map { policy =>
        Variant(
          policy.name,
          PoliciesJob.mainClass,
          work,
          its.heap,
          Sides.pluginConf ++ CachedQueries.sparkConf ++ Seq(
            "spark.memory.fraction" -> its.memoryFraction.toString,
            "spark.okibi.cache.policy" -> policy.name,
            "spark.okibi.tables.enabled" -> "false"
          )
        )
      },
      runs = options.runs.getOrElse(its.runs),
      warmUps = if (options.scale == BenchScale.Tiny) 1 else 6,
      shared = true,
      columns = Seq(
        Column("memory hits", (row, _) => total(row, PoliciesJob.memoryHits).map(n => f"$n%.0f").getOrElse("-")),
        Column("disk hits", (row, _) => total(row, PoliciesJob.diskHits).map(n => f"$n%.0f").getOrElse("-")),
        Column("moved MB", (row, _) => total(row, PoliciesJob.movedBytes).map(n => f"${n / 1e6}%.0f").getOrElse("-"))
      ),
      headlines =
        rows => worst(rows).map(its => Headline("policies.value.worst", its.ratio, "x", each = its.runs)).toSeq,
      details = rows => Seq(perJob(rows)),
      charts = charts(_),
      says = says(_)
    )
  }

  /** Blocks out of memory and shuffles go to a folder in memory: on ext4 a seventh of the processors' time went into finding an inode that was not
    * freed a moment ago.
    */
  private def settled(scope: RunScope, planned: Seq[Experiment], bytes: Long): Seq[Experiment] = {
    val folder = MemoryFolder.open(scope, bytes)
    planned.map(_.withConf("spark.local.dir" -> folder.toString))
  }

  private def total(row: Row, what: String): Option[Double] = {
    val all = PoliciesJob.names.flatMap(job => row.metrics.get(s"$job.$what"))
    if (all.isEmpty) None else Some(all.sum)
  }

  /** Seconds of a job in each run; none when the variant failed. */
  private def runs(row: Row, job: String): Seq[Double] =
    if (row.failed.isDefined) Nil else row.each.getOrElse(PoliciesJob.secondsOf(job), Nil)

  /** Their median. */
  private def seconds(row: Row, job: String): Option[Double] = Some(runs(row, job)).filter(_.nonEmpty).map(Stats.median)

  /** A job's seconds under the default policy as a share of those under the best other one, run by run. */
  private final case class Against(job: String, runs: Seq[Double]) {
    val ratio: Double = Stats.median(runs)
    def isSteady: Boolean = Noise.deviating(runs).isEmpty
    def text: String = if (!isSteady) f"noise ($ratio%.2f)" else f"$ratio%.2f"
  }

  private def against(rows: Seq[Row]): Seq[Against] = for {
    job <- PoliciesJob.names
    own <- rows.find(_.variant.name == Policies.default.name).map(runs(_, job)).toSeq
    ratios = againstBest(own, rows.filter(_.variant.name != Policies.default.name).map(runs(_, job))) if ratios.nonEmpty
  } yield Against(job, ratios)

  /** For each run our seconds as a share of those of the best other variant, which is the one that was best in the other runs: the best of ten in
    * the same run would be the luckiest of ten. Nothing when no other came to its end.
    */
  private[policies] def againstBest(own: Seq[Double], others: Seq[Seq[Double]]): Seq[Double] = {
    val whole = others.filter(_.length == own.length)
    if (own.isEmpty || whole.isEmpty) Nil
    else if (own.length == 1) Seq(own.head / whole.map(_.head).min)
    else
      own.indices.map { run =>
        val best = whole.minBy(its => Stats.median(its.patch(run, Nil, 1)))
        own(run) / best(run)
      }
  }

  /** Of the jobs whose runs are steady, if there are any; a job of noise would always be the worst. */
  private def worst(rows: Seq[Row]): Option[Against] = {
    val (steady, noise) = against(rows).partition(_.isSteady)
    (if (steady.nonEmpty) steady else noise).sortBy(-_.ratio).headOption
  }

  private def perJob(rows: Seq[Row]): String =
    Table(
      "median s (spread)" +: rows.map(_.variant.name) :+ "value / best other",
      PoliciesJob.names.map { job =>
        (job +: rows.map(row => Table.medianAndSpread(runs(row, job)))) :+
          against(rows).find(_.job == job).fold("-")(_.text)
      }
    )

  private def charts(rows: Seq[Row]): Seq[Chart] = Seq(
    Bars(
      "Seconds of each job under each policy",
      "s",
      rows.map(_.variant.name),
      PoliciesJob.names.map(job => Series(job, rows.map(seconds(_, job)))),
      stacked = true
    ),
    Bars(
      "Bytes moved between memory and disk",
      "MB",
      rows.map(_.variant.name),
      PoliciesJob.names.map(job =>
        Series(job, rows.map(_.metrics.get(s"$job.${PoliciesJob.movedBytes}").map(_ / 1e6)))
      ),
      stacked = true
    )
  )

  private def says(rows: Seq[Row]): Option[String] = for {
    its <- worst(rows)
    least <- rows
      .filter(row => total(row, PoliciesJob.movedBytes).isDefined)
      .sortBy(total(_, PoliciesJob.movedBytes))
      .headOption
    bytes <- total(least, PoliciesJob.movedBytes)
    jobs = against(rows)
  } yield f"Against the best other policy of each job, ${Policies.default.name} takes at worst ${its.ratio}%.2f times as long (${its.job}), " +
    s"among the ${jobs.count(_.isSteady)} of ${jobs.size} jobs whose runs were steady; " +
    f"the fewest bytes moved under ${least.variant.name}, ${bytes / 1e6}%.0f MB."
}
