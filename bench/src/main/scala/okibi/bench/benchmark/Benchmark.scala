package okibi.bench.benchmark

import okibi.bench.machine.device.DeviceLimits
import okibi.bench.query.QuerySuite
import okibi.bench.runner.{Campaign, UsageException}
import okibi.bench.workload.ArchiveJob

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

  /** What to run for a benchmark.
    *
    * @throws UsageException for a choice that the benchmark does not offer; the message lists what it offers
    */
  def campaign(benchmark: Benchmark, options: BenchOptions): Campaign =
    checked(benchmark, options)
      .campaign(options)
      .copy(
        patience = options.scale.patience,
        steadyWithin = options.scale.steadyWithin,
        archiveJob = Some(ArchiveJob.mainClass)
      )

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

  private def choices(option: String, chosen: Set[String], there: Seq[String]): Unit =
    chosen.find(!there.contains(_)).foreach { choice =>
      throw new UsageException(
        if (there.isEmpty) s"$option $choice: this experiment has nothing to choose. Leave it out."
        else s"$option $choice: not in this experiment. Allowed: ${there.mkString(", ")}."
      )
    }
}
