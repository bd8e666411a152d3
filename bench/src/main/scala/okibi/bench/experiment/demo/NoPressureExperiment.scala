package okibi.bench.experiment.demo

import okibi.bench.benchmark.{CacheColumns, Sides}
import okibi.bench.runner.{Experiment, Headline}
import okibi.bench.workload.{FilterJob, KMeansJob}

/** Both jobs with data that fit: what Okibi costs where it cannot help. The headline is the worse of the two jobs. They scan
  * more often than the jobs that do not fit, since a JVM's first seconds, which the compiler takes, are what differs most from
  * run to run.
  */
object NoPressureExperiment {
  private val iterations = 16
  private val filterRounds = 5

  def apply(plan: DemoPlan): Experiment = {
    val (kmeans, filter) = ("kmeans ", "filter ")
    val kmeansJob = KMeansJob.mainClass
    val filterJob = FilterJob.mainClass
    Experiment(
      name = "nopressure",
      about =
        s"both jobs where everything fits: data of ${plan.fittingBytes >> 20} MB in memory, heap ${plan.heap}; the headline is the worse ratio",
      variants =
        Sides.timed(kmeansJob, KMeansExperiment.args(plan, plan.fittingBytes, iterations), plan.heap, kmeans) ++
          Sides.timed(filterJob, FilterExperiment.seeded(plan, plan.fittingBytes, filterRounds), plan.heap, filter),
      runs = plan.noPressureRuns,
      columns = Seq(CacheColumns.gc),
      headlines = { rows =>
        val ratios =
          Seq(kmeans, filter).map(p => Headline.ratio("nopressure.ratio", rows, p + Sides.okibi, p + Sides.stock))
        if (ratios.forall(_.isDefined)) Seq(ratios.flatten.maxBy(_.value)) else Nil
      }
    )
  }
}
