package okibi.bench.experiment.demo

import okibi.bench.benchmark.StandardVariants
import okibi.bench.runner.{Column, Experiment, ExperimentReport, Headline, ResultRow}
import okibi.bench.workload.KMeansJob

/** The time that tasks wait for the memory manager's lock, which stock Spark holds while it writes evicted blocks to
  * disk.
  */
object LockWaitExperiment {
  private val lockWaitMs = "lockWaitMs"

  def apply(plan: DemoPlan): Experiment = {
    val partitions = plan.scale.partitions
    val vectors = (plan.storageBytes * 0.9).toLong / KMeansJob.vectorBytes / partitions * partitions
    val work = ujson.Obj("vectors" -> vectors.toDouble, "partitions" -> partitions)
    Experiment(
      name = "lockwait",
      about = s"four tasks fill two RDDs of $vectors vectors of 20, MEMORY_AND_DISK, heap ${plan.heap}; " +
        "waits of task threads on the memory manager's lock by Flight Recorder, on any lock by contention monitoring",
      variants = StandardVariants.timed(LockWaitJob.mainClass, work, plan.heap),
      runs = plan.rounds.others,
      report = ExperimentReport(
        columns = Seq(
          column("lock wait ms", lockWaitMs),
          column("waits", "lockWaits"),
          column("any lock ms", "blockedMs")
        ),
        headlines = rows =>
          (for {
            okibi <- metric(rows, StandardVariants.okibi)
            stock <- metric(rows, StandardVariants.stock)
            if stock > 0
          } yield Headline("lockwait.ratio", okibi / stock, "x")).toSeq
      )
    )
  }

  private def metric(rows: Seq[ResultRow], variant: String): Option[Double] =
    rows.find(row => row.variant.name == variant && row.failure.isEmpty).flatMap(_.metrics.get(lockWaitMs))

  private def column(title: String, metric: String): Column =
    Column.metric(title, metric)(value => f"$value%.0f")
}
