package okibi.bench.experiment.demo

import okibi.bench.benchmark.Sides
import okibi.bench.runner.{Column, Experiment, Headline, Row}
import okibi.bench.workload.KMeansJob

/** How long tasks wait for the memory manager's lock, under which stock Spark writes evicted blocks to disk. */
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
      variants = Sides.timed(LockWaitJob.mainClass, work, plan.heap),
      runs = plan.runs,
      columns = Seq(
        milliseconds("lock wait ms", lockWaitMs),
        milliseconds("waits", "lockWaits"),
        milliseconds("any lock ms", "blockedMs")
      ),
      headlines = rows =>
        (for {
          okibi <- metric(rows, Sides.okibi)
          stock <- metric(rows, Sides.stock)
          if stock > 0
        } yield Headline("lockwait.ratio", okibi / stock, "x")).toSeq
    )
  }

  private def metric(rows: Seq[Row], variant: String): Option[Double] =
    rows.find(row => row.variant.name == variant && row.failed.isEmpty).flatMap(_.metrics.get(lockWaitMs))

  private def milliseconds(title: String, metric: String): Column =
    Column(title, (row, _) => row.metrics.get(metric).map(value => f"$value%.0f").getOrElse("-"))
}
