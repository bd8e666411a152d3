package okibi.bench.experiment.demo

import okibi.bench.benchmark.{CacheColumns, StandardVariants}
import okibi.bench.runner.{Experiment, ExperimentReport, Headline}
import okibi.bench.workload.{FilterJob, KMeansJob}

/** Both jobs with data that fit: what Okibi costs where it cannot help. The headline is the worse ratio of the two
  * jobs. The jobs scan more often than those whose data do not fit, because the first seconds of a JVM, which its
  * compiler takes, differ most from run to run.
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
        s"both jobs where everything fits: data of ${plan.fittingBytes >> 20} MB in memory, heap ${plan.heap}; the " +
          "headline " +
          "is the worse ratio",
      variants = StandardVariants
        .timed(kmeansJob, KMeansExperiment.args(plan, plan.fittingBytes, iterations), plan.heap, kmeans) ++
        StandardVariants
          .timed(filterJob, FilterExperiment.seeded(plan, plan.fittingBytes, filterRounds), plan.heap, filter),
      runs = plan.rounds.noPressure,
      report = ExperimentReport(
        columns = Seq(CacheColumns.gc),
        headlines = { rows =>
          val ratios = Seq(kmeans, filter).map(prefix =>
            Headline.ratio("nopressure.ratio", rows, prefix + StandardVariants.okibi, prefix + StandardVariants.stock)
          )
          if (ratios.forall(_.isDefined)) Seq(ratios.flatten.maxBy(_.value)) else Nil
        }
      )
    )
  }
}
