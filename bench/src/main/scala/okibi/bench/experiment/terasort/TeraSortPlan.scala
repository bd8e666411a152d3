package okibi.bench.experiment.terasort

import okibi.bench.benchmark.{BenchOptions, TextInputs}

/** The common parts of a run's experiments.
  *
  * @param place description of the place where jobs run
  */
private[terasort] final case class TeraSortPlan(
    place: String,
    scale: TeraSortScale,
    texts: TextInputs,
    options: BenchOptions
) {
  def runs: Int = options.runs.getOrElse(scale.runs)

  /** Whether the jobs run on an existing cluster. */
  def onCluster: Boolean = options.hadoop.clusterConf.nonEmpty
}
