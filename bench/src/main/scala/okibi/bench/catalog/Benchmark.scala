package okibi.bench.catalog

import okibi.bench.checkpoint.CheckpointBenchmark
import okibi.bench.device.DeviceLimits
import okibi.bench.devices.DevicesBenchmark
import okibi.bench.drops.DropsBenchmark
import okibi.bench.explain.ExplainBenchmark
import okibi.bench.filter.FilterBenchmark
import okibi.bench.levels.LevelsBenchmark
import okibi.bench.persist.PersistBenchmark
import okibi.bench.policies.PoliciesBenchmark
import okibi.bench.primitives.PrimitivesBenchmark
import okibi.bench.queries.QuerySuite
import okibi.bench.runner.{Campaign, UsageException}
import okibi.bench.shuffle.ShuffleBenchmark
import okibi.bench.terasort.TeraSortBenchmark
import okibi.bench.tpcds.TpcdsBenchmark
import okibi.bench.tpch.TpchBenchmark

/** An experiment of `okibi bench`: a file with its recipe, its variants, its figures and the paper's. */
trait Benchmark {
  def name: String

  /** One line for `okibi bench list`. */
  def about: String

  /** Figures and tables that it reproduces. */
  def source: String

  /** Parts that can be run alone; none when it has no parts. */
  def parts: Seq[String] = Nil

  /** Variants that are run when they are asked for, beside those that always are. */
  def variants: Seq[String] = Nil

  /** The queries that it runs, of which some can be chosen. */
  def suite: Option[QuerySuite] = None

  /** Whether it compares directories, which can be given, and a simulated device. */
  def hasDirectories: Boolean = false

  /** Whether `bench all` runs it, within the hour: what compares Spark with and without Okibi. The others are run by name. */
  def isPartOfAll: Boolean = true

  /** Whether it needs an HDFS, which can be given. */
  def hasHdfs: Boolean = false

  /** Whether it works on text, which can be given. */
  def hasText: Boolean = false

  /** Whether it runs MapReduce jobs, whose place can be chosen. */
  def hasCluster: Boolean = false

  /** What to run, for options that [[Benchmark.checked]] let pass. */
  def campaign(options: BenchOptions): Campaign
}

object Benchmark {
  val all: Seq[Benchmark] = Seq(
    LevelsBenchmark,
    DropsBenchmark,
    DevicesBenchmark,
    PersistBenchmark,
    CheckpointBenchmark,
    ShuffleBenchmark,
    FilterBenchmark,
    TpchBenchmark,
    TpcdsBenchmark,
    PoliciesBenchmark,
    ExplainBenchmark,
    PrimitivesBenchmark,
    TeraSortBenchmark
  )

  private def named(name: String): Benchmark =
    all.find(_.name == name).getOrElse(throw new UsageException(s"$name: no such experiment. Allowed: $allowed."))

  /** What `okibi bench` takes as its first word. */
  def allowed: String = (Seq("list", AllBenchmarks.name, "compare") ++ all.map(_.name)).mkString(", ")

  /** What to run for the benchmark of a name.
    *
    * @throws UsageException for a name or a choice that there is not, with those there are
    */
  def campaign(name: String, options: BenchOptions): Campaign = campaign(named(name), options)

  def campaign(benchmark: Benchmark, options: BenchOptions): Campaign =
    checked(benchmark, options)
      .campaign(options)
      .copy(patience = options.scale.patience, steadyWithin = options.scale.steadyWithin)

  private def checked(benchmark: Benchmark, options: BenchOptions): Benchmark = {
    choices("--only", options.only, benchmark.parts)
    choices("--variants", options.variants, benchmark.variants)
    if (options.queries.nonEmpty && benchmark.suite.isEmpty)
      throw new UsageException(s"--queries: ${benchmark.name} runs no queries. Leave it out.")
    if ((options.dirs.nonEmpty || options.simulate.nonEmpty) && !benchmark.hasDirectories)
      throw new UsageException(
        s"${if (options.dirs.nonEmpty) "--dir" else "--simulate-device"}: ${benchmark.name} compares no directories. Leave it out."
      )
    options.simulate.foreach(DeviceLimits.named)
    if (options.hdfs.nonEmpty && !benchmark.hasHdfs)
      throw new UsageException(s"--hdfs: ${benchmark.name} uses no HDFS. Leave it out.")
    if ((options.input.nonEmpty || options.japanese.nonEmpty) && !benchmark.hasText)
      throw new UsageException(
        s"${if (options.input.nonEmpty) "--input" else "--japanese"}: ${benchmark.name} reads no text. Leave it out."
      )
    if ((options.local || options.cluster.nonEmpty) && !benchmark.hasCluster)
      throw new UsageException(
        s"${if (options.local) "--local" else "--cluster"}: ${benchmark.name} runs no MapReduce jobs. Leave it out."
      )
    if (options.local && options.cluster.nonEmpty)
      throw new UsageException(
        "--local --cluster: jobs run in one place. Give one of them, or neither for a YARN of this machine."
      )
    benchmark.suite.foreach(_.chosen(options.queries))
    benchmark
  }

  /** What there is, a line each. */
  def list: Seq[String] = all.flatMap { benchmark =>
    Seq(s"${benchmark.name}: ${benchmark.about} (${benchmark.source})") ++
      (if (benchmark.parts.isEmpty) None else Some(s"  --only: ${benchmark.parts.mkString(", ")}")) ++
      (if (benchmark.variants.isEmpty) None else Some(s"  --variants: ${benchmark.variants.mkString(", ")}"))
  }

  private def choices(option: String, chosen: Set[String], there: Seq[String]): Unit =
    chosen.find(!there.contains(_)).foreach { choice =>
      throw new UsageException(
        if (there.isEmpty) s"$option $choice: this experiment has nothing to choose. Leave it out."
        else s"$option $choice: not in this experiment. Allowed: ${there.mkString(", ")}."
      )
    }
}
