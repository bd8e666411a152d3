package okibi.bench.benchmark

import okibi.bench.runner.{Experiment, RunScope, Variant}

/** What a benchmark runs for the user's options. The fields are those of [[okibi.bench.runner.Campaign]] and
  * [[okibi.bench.runner.RunContext]].
  */
final case class BenchmarkPlan(
    experiments: Seq[Experiment],
    storageBytes: Long,
    conf: Seq[(String, String)] = StandardVariants.pluginConf,
    simulated: Option[String] = None,
    setUp: (RunScope, Seq[Experiment]) => Seq[Experiment] = (_, experiments) => experiments,
    prepare: Seq[Variant] = Nil,
    notes: Seq[String] = Nil
)
