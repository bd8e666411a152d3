package okibi.bench.experiment.demo

import okibi.bench.benchmark.{CacheColumns, Sides}
import okibi.bench.runner.{Experiment, Headline, Variant}
import okibi.bench.workload.KMeansJob

/** DenseKMeans of Zhang et al. (xSIG 2017), table 4: a cache larger than memory, scanned once an iteration. The paper's
  * figure is its own change, not to move dropped blocks back, with a heap of 1 GB: 331 s of 533 s.
  */
object KMeansExperiment {
  private val fullMemory = "stock, all in memory"
  private val paperRatio = 331.0 / 533.0

  def apply(plan: DemoPlan): Experiment = {
    val job = KMeansJob.mainClass
    val work = args(plan, plan.spillingBytes, plan.scale.iterations)
    val roomyHeap = s"${plan.roomyHeapBytes >> 30}g"
    val full = Variant(fullMemory, job, work, roomyHeap, Seq(KMeansJob.levelKey -> "MEMORY_ONLY"))
    Experiment(
      name = "kmeans",
      about =
        f"KMeans, ${work("vectors").num}%.0f vectors of 20, ${plan.scale.iterations} iterations, MEMORY_AND_DISK, heap ${plan.heap}; " +
          s"'$fullMemory': MEMORY_ONLY, heap $roomyHeap",
      variants = (Sides.timed(job, work, plan.heap) :+ full) :+ Sides.counting(job, work, plan.heap),
      runs = plan.runs,
      columns = CacheColumns.all,
      headlines = rows =>
        Headline.ratio("kmeans.ratio", rows, Sides.okibi, Sides.stock, Some(paperRatio)).toSeq ++
          Headline.ratio("kmeans.vs_full_memory", rows, Sides.okibi, fullMemory)
    )
  }

  /** Arguments of the job for data of so many bytes in memory. */
  def args(plan: DemoPlan, bytes: Long, iterations: Int): ujson.Obj = {
    val partitions = plan.scale.partitions
    ujson.Obj(
      "vectors" -> (bytes / KMeansJob.vectorBytes / partitions * partitions).toDouble,
      "partitions" -> partitions,
      "iterations" -> iterations,
      "seed" -> plan.seed.toDouble
    )
  }
}
