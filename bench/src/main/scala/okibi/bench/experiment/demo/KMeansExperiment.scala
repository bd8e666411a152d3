package okibi.bench.experiment.demo

import okibi.bench.benchmark.{CacheColumns, StandardVariants}
import okibi.bench.runner.{Experiment, ExperimentReport, Headline, Variant}
import okibi.bench.workload.{KMeansJob, SparkJob}

/** DenseKMeans of Zhang et al. (xSIG 2017), table 4: a cache larger than memory, scanned once an iteration. The paper's
  * figure is that of its own change, which does not move dropped blocks back, with a heap of 1 GB: 331 s of 533 s.
  */
object KMeansExperiment {
  private val fullMemory = "stock, all in memory"
  private val paperRatio = 331.0 / 533.0

  def apply(plan: DemoPlan): Experiment = {
    val job = KMeansJob.mainClass
    val work = args(plan, plan.spillingBytes, plan.scale.iterations)
    val roomyHeap = s"${plan.roomyHeapBytes >> 30}g"
    val full = Variant(fullMemory, job, work, roomyHeap, Seq(SparkJob.levelKey -> "MEMORY_ONLY"))
    Experiment(
      name = "kmeans",
      about =
        f"KMeans, ${work("vectors").num}%.0f vectors of 20, ${plan.scale.iterations} iterations, MEMORY_AND_DISK, " +
          f"heap ${plan.heap}; " +
          s"'$fullMemory': MEMORY_ONLY, heap $roomyHeap",
      variants =
        (StandardVariants.timed(job, work, plan.heap) :+ full) :+ StandardVariants.counting(job, work, plan.heap),
      runs = plan.rounds.others,
      report = ExperimentReport(
        columns = CacheColumns.all,
        headlines = rows => {
          val (okibi, stock) = (StandardVariants.okibi, StandardVariants.stock)
          Headline.ratio("kmeans.ratio", rows, okibi, stock, Some(paperRatio)).toSeq ++
            Headline.ratio("kmeans.vs_full_memory", rows, okibi, fullMemory)
        }
      )
    )
  }

  /** Arguments of the job for data that take `bytes` bytes in memory. */
  def args(plan: DemoPlan, bytes: Long, iterations: Int): ujson.Obj = {
    val partitions = plan.scale.partitions
    KMeansJob.args(bytes / KMeansJob.vectorBytes / partitions * partitions, partitions, iterations, plan.seed)
  }
}
