package okibi.bench.benchmark

import okibi.bench.machine.device.DeviceLimits
import okibi.bench.query.QuerySuite
import okibi.bench.runner.{Campaign, RunContext, UsageException}
import okibi.bench.workload.ArchiveJob

/** An experiment of `okibi bench`: its variants, its figures and those of the paper that it follows. */
trait Benchmark {
  def name: String

  /** One line for `okibi bench list`. */
  def about: String

  /** Figures and tables that it reproduces. */
  def source: String

  /** Parts that can run alone; none when it has no parts. */
  def parts: Seq[String] = Nil

  /** Variants that run on request only. */
  def variants: Seq[String] = Nil

  /** Queries that it runs, of which the user can choose some. */
  def suite: Option[QuerySuite] = None

  /** Whether it compares directories, which the user can give, and a simulated device. */
  def comparesDirectories: Boolean = false

  /** Whether `bench all` runs it, within the hour: experiments that compare Spark with and without Okibi. The others
    * run by name only.
    */
  def isPartOfAll: Boolean = true

  /** Whether it needs an HDFS, which the user can give. */
  def usesHdfs: Boolean = false

  /** Whether it works on text, which the user can give. */
  def readsText: Boolean = false

  /** Whether it runs MapReduce jobs, whose place the user can choose. */
  def runsMapReduce: Boolean = false

  /** What to run, for options that [[Benchmark.campaign]] has checked. */
  def plan(options: BenchOptions): BenchmarkPlan
}

object Benchmark {

  /** The campaign of a benchmark.
    *
    * @throws UsageException for a choice that the benchmark does not offer; the message lists what it offers
    */
  def campaign(benchmark: Benchmark, options: BenchOptions): Campaign = {
    check(benchmark, options)
    val plan = benchmark.plan(options)
    Campaign(
      name = benchmark.name,
      scale = options.scale.name,
      experiments = plan.experiments,
      context = () => RunContext.here(plan.storageBytes, plan.conf, options.seed, options.args, plan.simulated),
      output = options.output,
      setUp = plan.setUp,
      prepare = plan.prepare,
      notes = plan.notes,
      limits = options.scale.limits,
      archiveJob = Some(ArchiveJob.mainClass)
    )
  }

  private def check(benchmark: Benchmark, options: BenchOptions): Unit = {
    import options.{devices, hadoop, selection, texts}
    checkChoices("--only", selection.parts, benchmark.parts)
    checkChoices("--variants", selection.variants, benchmark.variants)
    def refuse(option: String, reason: String): Nothing =
      throw new UsageException(s"$option: ${benchmark.name} $reason. Leave it out.")
    if (selection.queries.nonEmpty && benchmark.suite.isEmpty) refuse("--queries", "runs no queries")
    if (!benchmark.comparesDirectories) {
      if (devices.directories.nonEmpty) refuse("--dir", "compares no directories")
      if (devices.simulated.nonEmpty) refuse("--simulate-device", "compares no directories")
    }
    devices.simulated.foreach(DeviceLimits.named)
    if (hadoop.hdfs.nonEmpty && !benchmark.usesHdfs) refuse("--hdfs", "uses no HDFS")
    if (!benchmark.readsText) {
      if (texts.english.nonEmpty) refuse("--input", "reads no text")
      if (texts.japanese.nonEmpty) refuse("--japanese", "reads no text")
    }
    if (!benchmark.runsMapReduce) {
      if (hadoop.localRunner) refuse("--local", "runs no MapReduce jobs")
      if (hadoop.clusterConf.nonEmpty) refuse("--cluster", "runs no MapReduce jobs")
    }
    if (hadoop.localRunner && hadoop.clusterConf.nonEmpty)
      throw new UsageException(
        "--local --cluster: MapReduce jobs run in one place. Give one of the two, or neither for a YARN on this " +
          "machine."
      )
    benchmark.suite.foreach(_.chosen(selection.queries))
  }

  private def checkChoices(option: String, chosen: Set[String], offered: Seq[String]): Unit =
    chosen.find(!offered.contains(_)).foreach { choice =>
      throw new UsageException(
        if (offered.isEmpty) s"$option $choice: this experiment has nothing to choose. Leave it out."
        else s"$option $choice: not in this experiment. Allowed: ${offered.mkString(", ")}."
      )
    }
}
